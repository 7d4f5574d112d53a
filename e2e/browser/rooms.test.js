// Two people, onlookers, lost connections and a killed server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, createRoom, harness, playByMouse, until } from "../harness.js";

const { server, visitor } = harness();

/** While the server is down the browser itself complains of refused connections. */
const forgive = (text) => /WebSocket|ERR_CONNECTION|Failed to load resource/.test(text);

/** Two visitors at one board: who opened the room plays First, who came by the link Second. */
async function two(game, options = {}) {
  const host = await visitor(options);
  const room = await createRoom(host, { game, second: { kind: "open" }, ...options.room });
  const link = await host.page.locator('input[name="invite"]').inputValue();
  assert.equal(link, `${server.origin}/r/${room}`);
  // A server that only this machine reaches says so; the code of a link is a picture that the browser can read.
  await host.page.locator("[data-unreachable]").waitFor();
  assert.equal(await host.page.locator("img.qr").count(), 0);
  assert.ok(await host.page.evaluate(async (text) => {
    const code = new Image();
    code.src = `/api/v1/qr?text=${encodeURIComponent(text)}`;
    await code.decode();
    return code.naturalWidth > 0;
  }, link));
  const guest = await visitor(options);
  await guest.page.goto(link);
  await guest.page.locator("[data-sit]").click();
  await guest.page.locator('[data-you="second"]').waitFor();
  await host.page.locator('[data-you="first"]').waitFor();
  await host.page.locator(".invite").waitFor({ state: "detached" });
  return { host, guest, room };
}

/** The visitor whose turn it is makes the first legal move that is found. */
async function step(room, { host, guest }, choose = (legal) => legal[0]) {
  const state = await server.get(`rooms/${room}`);
  const { page } = state.side === "first" ? host : guest;
  await page.locator("y-board.mine").waitFor();
  await page.locator(`[data-status="${state.side}"]`).waitFor();
  await playByMouse(page, state, choose(state.legal));
  const now = await until(server, room, (one) => one.ply === state.ply + 1, "the move arrives");
  for (const { page: each } of [host, guest]) await each.waitForFunction((ply) => document.querySelectorAll("y-moves .move").length === ply, now.ply);
  return now;
}

test("by invite link, with a reload in mid-game and a killed server in between", { timeout: PATIENCE * 6 }, async () => {
  const { host, guest, room } = await two("anpanman", { forgive });
  const both = { host, guest };
  for (let n = 0; n < 3; n++) await step(room, both);
  // A reload comes back to the same seat with the same moves.
  await guest.page.reload();
  await guest.page.locator('[data-you="second"]').waitFor();
  await guest.page.waitForFunction(() => document.querySelectorAll("y-moves .move").length === 3);
  await step(room, both);
  const before_ = await server.get(`rooms/${room}`);
  // The power fails; both pages say so, and come back by themselves.
  await server.kill();
  await host.page.locator("[data-connection]").waitFor();
  await guest.page.locator("[data-connection]").waitFor();
  await server.run();
  await host.page.locator("[data-connection]").waitFor({ state: "detached" });
  await guest.page.locator("[data-connection]").waitFor({ state: "detached" });
  await host.page.locator('[data-you="first"]').waitFor();
  await guest.page.locator('[data-you="second"]').waitFor();
  const after_ = await server.get(`rooms/${room}`);
  assert.deepEqual([after_.position, after_.played], [before_.position, before_.played], "nothing is lost");
  await step(room, both);
  await step(room, both);
  // The tokens are in no address.
  for (const visit of [host, guest]) assert.equal(visit.page.url(), `${server.origin}/r/${room}`);
  await host.finish();
  await guest.finish();
});

test("an onlooker cannot move, and a third visitor gets no seat", { timeout: PATIENCE * 4 }, async () => {
  const { host, guest, room } = await two("dobutsu");
  const third = await visitor();
  await third.open(`/r/${room}`);
  await third.page.locator('[data-you="spectator"]').waitFor();
  assert.equal(await third.page.locator("[data-sit]").count(), 0, "no seat is offered");
  const refused = await server.post(`rooms/${room}/sit`, {});
  assert.equal(refused.error.code, "seat_taken");
  assert.equal(await third.page.locator("y-board button.useful").count(), 0, "nothing can be picked up");
  assert.equal(await third.page.locator("form.typed").count(), 0);
  const state = await server.get(`rooms/${room}`);
  await playByMouse(third.page, { legal: [] }, state.legal[0]);
  // What the page does not offer the server does not allow, either.
  const answer = await third.page.evaluate((address) => new Promise((done) => {
    const socket = new WebSocket(address);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello" }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "welcome") socket.send(JSON.stringify({ type: "move", moves: [message.room.legal[0].text], ply: 0 }));
      if (message.type === "error") { socket.close(); done(message.error.code); }
    };
  }), `ws://127.0.0.1:${server.port}/api/v1/rooms/${room}/ws`);
  assert.equal(answer, "not_your_seat");
  assert.equal((await server.get(`rooms/${room}`)).ply, 0);
  // It sees what happens.
  await step(room, { host, guest });
  await third.page.waitForFunction(() => document.querySelectorAll("y-moves .move").length === 1);
  for (const visit of [host, guest, third]) await visit.finish();
});

test("two visitors press for one seat: one gets it", { timeout: PATIENCE * 3 }, async () => {
  const host = await visitor();
  const room = await createRoom(host, { game: "tictactoe", second: { kind: "open" } });
  const rivals = await Promise.all([1, 2].map(() => visitor({ forgive: (text) => /409/.test(text) })));
  await Promise.all(rivals.map(async ({ page }) => {
    await page.goto(`${server.origin}/r/${room}`);
    await page.locator("[data-sit]").waitFor();
  }));
  await Promise.all(rivals.map(({ page }) => page.locator("[data-sit]").click().catch(() => {})));
  await until(server, room, (now) => now.seats.second.taken, "somebody sits");
  await Promise.all(rivals.map(({ page }) => page.locator("[data-sit]").waitFor({ state: "detached" })));
  // Everybody hears that the seat is taken before its owner is back on a connection of its own.
  await Promise.any(rivals.map(({ page }) => page.locator('[data-you="second"]').waitFor()));
  const seats = await Promise.all(rivals.map(({ page }) => page.locator("[data-you]").getAttribute("data-you")));
  assert.deepEqual(seats.sort(), ["second", "spectator"]);
  for (const visit of [host, ...rivals]) await visit.finish();
});

test("taking back and drawing need consent; a rematch swaps the sides", { timeout: PATIENCE * 6 }, async () => {
  const { host, guest, room } = await two("tictactoe");
  const both = { host, guest };
  await step(room, both);
  await host.page.locator('[data-action="take_back"]').click();
  await guest.page.locator('[data-offer="take_back"] [data-decline]').click();
  await host.page.locator("[data-offer]").waitFor({ state: "detached" });
  assert.equal((await server.get(`rooms/${room}`)).ply, 1, "declined");
  // What was declined can be asked again only after another move.
  await host.page.locator('[data-action="take_back"]').click();
  await host.page.locator('.notice[role="alert"]').waitFor();
  await step(room, both);
  await host.page.locator('[data-action="take_back"]').click();
  await host.page.locator('[data-offer="take_back"]').waitFor();
  assert.equal((await server.get(`rooms/${room}`)).ply, 2, "not without consent");
  await guest.page.locator('[data-offer="take_back"] [data-accept]').click();
  await until(server, room, (now) => now.ply === 0, "taken back");
  await host.page.waitForFunction(() => document.querySelectorAll("y-moves .move").length === 0);
  await step(room, both, (legal) => legal[4]);
  await guest.page.locator('[data-action="draw"]').click();
  await host.page.locator('[data-offer="draw"] [data-accept]').click();
  const end = await until(server, room, (now) => now.outcome, "the draw is agreed");
  assert.deepEqual(end.outcome, { winner: null, reason: "agreement", margin: null });
  await host.page.locator('[data-action="rematch"]').click();
  await guest.page.locator('[data-offer="rematch"] [data-accept]').click();
  await host.page.waitForURL((url) => !url.pathname.endsWith(room));
  await guest.page.waitForURL((url) => !url.pathname.endsWith(room));
  await host.page.locator('[data-you="second"]').waitFor();
  await guest.page.locator('[data-you="first"]').waitFor();
  for (const visit of [host, guest]) await visit.finish();
});

test("against an engine taking back is free, and giving up is asked twice", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const room = await createRoom(visit, { game: "anpanman", clock: "fischer-3-2" });
  const start = await server.get(`rooms/${room}`);
  await playByMouse(page, start, start.legal[0]);
  await until(server, room, (now) => now.ply === 2, "the engine answers");
  await page.locator('[data-action="take_back"]').click();
  await until(server, room, (now) => now.ply === 0, "both moves are taken back");
  await page.locator('[data-action="resign"]').click();
  assert.equal((await server.get(`rooms/${room}`)).outcome, null, "asked first");
  await page.locator("[data-yes]").click();
  const end = await until(server, room, (now) => now.outcome, "given up");
  assert.deepEqual(end.outcome, { winner: "second", reason: "resign", margin: null });
  assert.equal(await page.locator("y-clock").count(), 2);
  await visit.finish();
});

test("two people at one screen, and two engines to watch", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const room = await createRoom(visit, { game: "tictactoe", second: { kind: "here" } });
  for (const text of ["a1", "b1", "a2", "b2", "a3"]) {
    const state = await server.get(`rooms/${room}`);
    await page.locator(`[data-status="${state.side}"]`).waitFor();
    await playByMouse(page, state, state.legal.find((one) => one.text === text));
    await until(server, room, (now) => now.ply === state.ply + 1, `${text} arrives`);
  }
  await page.locator('[data-status="over"]').waitFor();
  const watched = await createRoom(visit, { game: "anpanman", first: { kind: "engine", level: 1 }, second: { kind: "engine", level: 1 } });
  await until(server, watched, (now) => now.ply >= 4 || now.outcome, "the engines play");
  await visit.page.waitForFunction(() => document.querySelectorAll("y-moves .move").length >= 4);
  await visit.finish();
});
