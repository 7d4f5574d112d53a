// A game: play it or watch it. The server is the authority; this page shows what it says and keeps the
// connection.

/** @import { DiagramView, MoveView, ReviewPly, Seat, ServerMessage, View } from "../messages.d.ts" */
/** @import { RoomShown } from "../packed.js" */
/** @import { Judged } from "../values.js" */
/** @import { Tree } from "../tree.js" */
/** @import { Spot } from "../board/pick.js" */
/** @import { Staged } from "./room-turn.js" */
import "../parts/clock.js";
import "../parts/graph.js";
import "../parts/moves.js";
import { api, ApiError } from "../api.js";
import { scheduleRender } from "../scheduler.js";
import { roomEngine } from "./room-engine.js";
import { roomLayer } from "./room-layer.js";
import { roomTurn } from "./room-turn.js";
import { drawRoom } from "./room-view.js";
import { entryOf, gameName, isTurnedFor, moveName, shared, sideName } from "../games.js";
import { faultWords } from "../fault.js";
import { t, tOr } from "../i18n.js";
import { ReconnectingSocket } from "../socket.js";
import { say, sound } from "../live.js";
import { hints } from "../board/hints.js";
import { typed } from "../board/pick.js";
import { outcomeWords } from "../parts/because.js";
import { empty, isWhole, mayMove, receive } from "../room-model.js";
import { reasons } from "../parts/coach.js";
import { explanations } from "../parts/explain.js";
import { analysisPath, roomPath } from "../route.js";
import { unpackRoom } from "../packed.js";
import { keep, tokenOf } from "../credentials.js";
import { tableFault } from "../table-fault.js";
import { plantLine } from "../tree.js";
import { motion, settings, toggleTilt } from "../settings.js";

/**
 * @typedef {object} RoomPage
 * @property {import("../room-model.js").Model} model
 * @property {import("../socket.js").SocketState} connection
 * @property {Staged | null} staged   a turn that is not yet sent
 * @property {MoveView[]} placements  what may be put down in this turn, on any square
 * @property {Map<string, DiagramView>} presets  the boards of named set-ups
 * @property {View | RoomShown | null} replay     a position within the opponent's last turn, while that is shown action by action
 * @property {View | null} past       a position of the past that is looked at
 * @property {number | null} pastPly
 * @property {boolean | null} flipped  null: as one sits
 * @property {boolean} showValues
 * @property {{position: string, values: Map<string, Judged>, unit: string} | null} probed
 * @property {string} notice
 * @property {string} typedText
 * @property {"" | "resign" | "pass"} asking
 * @property {boolean} gone           there is no such room
 * @property {boolean} copied
 * @property {ReturnType<typeof hints>["known"]} hints  about what is picked up
 * @property {ReviewPly[] | null} review  the finished game, looked through
 * @property {boolean} shared         a link to the review was copied
 */

/** @typedef {ReturnType<typeof room>["actions"] & {engine: ReturnType<typeof roomEngine>, layers: ReturnType<typeof roomLayer>, explained: ReturnType<typeof explanations>}} Actions */

/** @param {HTMLElement} root @param {{go: (path: string, how?: {replace?: boolean}) => void, room: string, changed: () => void}} context `changed` is told once the game is known */
export function room(root, { go, room: id, changed: known }) {
  /** @type {RoomPage} */
  const state = {
    model: empty(), connection: "connecting", staged: null, placements: [], presets: new Map(), replay: null, past: null, pastPly: null, flipped: null, showValues: false,
    probed: null, notice: "", typedText: "", asking: "", gone: false, copied: false, review: null, shared: false,
    hints: { refused: new Map(), next: [] },
  };
  let sitting = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  const helper = hints(() => draw());
  state.hints = helper.known;
  const changed = (/** @type {string} */ fault = "") => {
    if (fault) state.notice = fault;
    update();
  };
  const layers = roomLayer(changed);
  const explained = explanations(() => draw());
  const send = (/** @type {object} */ message) => socket.send(message);
  const engine = roomEngine({ send, changed });
  const turn = roomTurn({ state, send, update });
  const why = reasons(() => draw());

  const socket = new ReconnectingSocket(`/api/v1/rooms/${encodeURIComponent(id)}/ws`, {
    hello() {
      const token = tokenOf(id);
      const seen = state.model.room?.seq;
      return { type: "hello", ...(token ? { token } : {}), ...(seen !== undefined ? { seen } : {}) };
    },
    message: (message) => hear(message),
    state(connection) {
      state.connection = connection;
      if (connection === "lost") void checkRoom();
      draw();
    },
  });

  /** A room that does not exist is told as such, not tried for ever. */
  async function checkRoom() {
    try {
      await api.room(id);
    } catch (fault) {
      if (fault instanceof ApiError && fault.code === "unknown_room") {
        socket.close();
        state.gone = true;
        draw();
      }
    }
  }

  /** @param {ServerMessage} message */
  function hear(message) {
    const before = state.model;
    state.model = receive(before, message, performance.now());
    engine.hear(message);
    const now = state.model.room;
    if (message.type === "welcome") welcome();
    if (message.type === "event" && !message.replayed && now) happened(message.event, before.room);
    if (message.type === "error" && message.ref !== "engine") {
      state.notice = tOr(`error-${message.error.code.replaceAll("_", "-")}`, message.error.message);
      if (message.ref === "move") state.staged = null;
      if (message.error.code === "unknown_room") {
        socket.close();
        state.gone = true;
      }
    }
    // A gap would show a wrong list of moves: begin the connection anew.
    if (!isWhole(state.model)) void refresh();
    if (now && before.room?.position !== now.position) {
      state.staged = null;
      state.placements = [];
      void turn.prepare();
      state.probed = state.review = null;
      if (state.showValues) void probe();
    }
    update();
  }

  async function refresh() {
    const room = unpackRoom(await api.room(id));
    state.model = { ...state.model, room, heardAt: performance.now() };
    update();
  }

  function welcome() {
    const { room, pending } = state.model;
    if (!room) return;
    engine.forget();
    document.title = `${gameName(room.game, room.names)} · Yomikiri`;
    keep(id, room.game, facts());
    known();
    // Whoever has just sat down may place pieces.
    void turn.prepare();
    void turn.restore();
    if (pending) socket.send({ type: "move", ...pending, ref: "move" });
  }

  async function sit() {
    const { room } = state.model;
    if (!room || sitting) return;
    sitting = true;
    try {
      const { token } = await api.sit(id);
      keep(id, room.game, { token });
      // The first message of a connection tells the seat.
      socket.restart();
    } catch (fault) {
      const taken = fault instanceof ApiError && fault.code === "seat_taken";
      state.notice = taken ? t("error-seat-taken") : String(fault);
    }
    sitting = false;
    draw();
  }

  /** What the lobby tells of this room. */
  function facts() {
    const { room } = state.model;
    const engine = Object.values(room?.seats ?? {}).find((seat) => seat.kind === "engine")?.player;
    return { ply: room?.ply ?? 0, ...(engine ? { opponent: engine } : {}), ...(room?.outcome ? { winner: room.outcome.winner, won: room.outcome.winner === state.model.you } : {}) };
  }

  /** @param {import("../messages.d.ts").RoomEvent} event @param {RoomShown | null} before */
  function happened(event, before) {
    const { room } = state.model;
    if (!room) return;
    keep(id, room.game, facts());
    state.notice = "";
    state.replay = null;
    if (event.kind === "moved") {
      const words = event.moves.map((move) => t("page-say-move", { side: sideName(room.game, move.side), move: moveName(move) }));
      if (room.in_check) words.push(t("in-check"));
      say(words.join(". "));
      sound("move");
      state.past = null;
      state.pastPly = null;
      if (event.moves.length > 1 && state.model.you !== event.moves[0]?.side && state.model.you !== "both" && motion()) void replay(event.moves.length, before);
    } else if (event.kind === "took_back") {
      say(t("page-say-taken-back"));
      state.past = null;
      state.pastPly = null;
    } else if (event.kind === "ended") {
      if (room.outcome) say(outcomeWords(room.game, room.outcome));
      sound("end");
    } else if (event.kind === "offered") {
      say(t(`page-offer-${event.offer.kind.replace("_", "-")}`, { side: sideName(room.game, event.offer.by) }));
    } else if (event.kind === "marked" || event.kind === "accepted" || event.kind === "resumed" || event.kind === "judged") {
      state.past = null;
      state.pastPly = null;
      const own = event.by === state.model.you || state.model.you === "both";
      const words = t(`page-counting-${event.kind}`, { side: sideName(room.game, event.by) });
      // What somebody has done is seen; what the other side did is told.
      if (own) say(words);
      else toast(words);
    } else if (event.kind === "declined") {
      state.notice = t("page-declined");
      say(state.notice);
    } else if (event.kind === "rematch") {
      const token = tokenOf(id);
      if (token) keep(event.room, room.game, { token });
      if (state.model.you !== "spectator") go(roomPath(event.room));
    }
  }

  /** Shows the last turn as it was played, one action after the other. @param {number} actions @param {RoomShown | null} before */
  async function replay(actions, before) {
    const { room } = state.model;
    if (!room) return;
    const { ply } = room;
    // Until the first action is known the board stays as it was.
    state.replay = before;
    for (let at = ply - actions + 1; at < ply; at++) {
      const view = await api.look({ game: room.game, position: room.start, moves: room.played.slice(0, at).map((one) => one.text) }).catch(() => null);
      if (!view || state.model.room?.ply !== ply) break;
      state.replay = view;
      draw();
      await new Promise((done) => setTimeout(done, 420));
    }
    if (state.model.room?.ply !== ply) return;
    state.replay = null;
    draw();
  }

  /** Asks the table about what is looked at, which may be a position of the past. */
  async function probe() {
    const { room } = state.model;
    const shown = state.past ?? room;
    if (!room || !shown || shown.outcome || state.probed?.position === shown.position) return;
    const { position } = shown;
    try {
      const answer = await api.probe({ game: room.game, position });
      const values = new Map(answer.moves.map((one) => [one.move, { value: one.value, distance: one.distance }]));
      state.probed = { position, values, unit: answer.unit };
    } catch (fault) {
      state.notice = tableFault(fault);
      state.showValues = false;
    }
    draw();
  }

  /** @param {number | null} ply */
  async function lookAt(ply) {
    const { room } = state.model;
    if (!room) return;
    if (ply === null || ply >= room.ply) {
      state.past = state.pastPly = null;
    } else {
      state.pastPly = Math.max(0, ply);
      const view = await api.look({ game: room.game, position: room.start, moves: room.played.slice(0, state.pastPly).map((one) => one.text) });
      if (state.pastPly === ply) state.past = view;
    }
    if (state.showValues) void probe();
    update();
  }

  /** Puts an address on the clipboard, or shows it where that is not allowed. @param {string} address */
  async function copyOrShow(address) {
    try {
      await navigator.clipboard.writeText(address);
      return true;
    } catch {
      state.notice = address;
      return false;
    }
  }

  /** Says something for a while. @param {string} words */
  function toast(words) {
    state.notice = words;
    say(words);
    draw();
    clearTimeout(fading);
    fading = setTimeout(() => {
      if (state.notice !== words) return;
      state.notice = "";
      draw();
    }, 6000);
  }

  const actions = {
    ...turn.actions,
    reasons: why,
    sit,
    pick: (/** @type {Spot | null} */ spot) => void helper.pick(turn.place(state.staged?.moves), spot),
    consider: (/** @type {MoveView | null} */ move) => void helper.consider(turn.place(state.staged?.moves), move),
    async refuse(/** @type {{from: number, to: number | null}} */ press) {
      toast(await helper.explain(turn.place(state.staged?.moves), press));
    },
    /** A press that did nothing. @param {string} why */
    wrong(why) {
      const { room, you } = state.model;
      if (!room || room.outcome || you === "spectator" || state.past) return;
      toast(t(`page-wrong-${mayMove(state.model) ? why : "turn"}`));
    },
    tilt: toggleTilt,
    numbers() {
      settings.set({ numbers: !settings.get().numbers });
    },
    /** A finger has aimed; the next tap places. @param {MoveView} move */
    aim(move) {
      toast(t("page-aimed", { move: moveName(move) }));
    },
    /** Marks the pieces around a cell dead, or alive again. @param {number} cell */
    mark(cell) {
      const { room } = state.model;
      if (!room?.counting || !room.diagram.cells[cell]) return;
      actions.tell({ type: "mark", cell, dead: !room.counting.dead.includes(cell) });
    },
    acceptCount() {
      const { counting } = state.model.room ?? {};
      if (counting) actions.tell({ type: "accept_count", dead: counting.dead });
    },
    /** @param {object} message */
    tell: (message) => {
      state.asking = "";
      if (!socket.send(message)) state.notice = t("page-not-connected");
      draw();
    },
    flip: () => {
      state.flipped = !isTurned(state);
      draw();
    },
    ask: (/** @type {"" | "resign" | "pass"} */ what) => {
      state.asking = what;
      draw();
    },
    lookAt,
    values() {
      state.showValues = !state.showValues;
      if (state.showValues) void probe();
      draw();
    },
    /** @param {string} text */
    type(text) {
      const view = state.staged?.view ?? state.model.room;
      const fitting = view ? typed(view.legal, text) : [];
      state.typedText = fitting.length > 0 ? "" : text;
      state.notice = fitting.length > 0 ? "" : t("page-not-legal", { move: text });
      if (fitting[0]) void actions.play(fitting[0]);
      draw();
    },
    async review() {
      try {
        state.review = (await api.review(turn.place())).plies;
      } catch (fault) {
        state.notice = String(fault);
      }
      draw();
    },
    async copy() {
      state.copied = await copyOrShow(shared(roomPath(id)).address);
      draw();
    },
    /** Copies a link that opens this game with its review. */
    async shareReview() {
      const { room } = state.model;
      if (!room) return;
      state.shared = await copyOrShow(shared(analysisPath({ game: room.game, position: room.start, moves: room.played.map((one) => one.text), coach: true })).address);
      draw();
    },
    /** Plays on from before a mistake, against the same opponent or a first one. @param {number} ply @param {"first" | "second"} side */
    async again(ply, side) {
      const { room } = state.model;
      if (!room) return;
      const other = side === "first" ? "second" : "first";
      const levels = entryOf(room.game)?.levels ?? [];
      const player = room.seats[other].player ?? levels.find((level) => level.id === "level-beginner")?.player ?? levels[0]?.player ?? "random";
      const seats = /** @type {Record<"first" | "second", Seat>} */ ({ [side]: { kind: "here" }, [other]: { kind: "engine", player } });
      try {
        const created = await api.createRoom({ game: room.game, position: room.start, moves: room.played.slice(0, ply).map((one) => one.text), ...seats, clock: { kind: "none" }, hints: true, listed: false });
        const token = created.tokens[side];
        keep(created.room, room.game, token ? { token } : {});
        go(roomPath(created.room));
      } catch (fault) {
        toast(faultWords(fault));
      }
    },
  };

  /** @type {{played: unknown, tree: Tree} | null} */
  let list = null;
  /** The list of moves as a tree of one line; made anew only when moves come or go. */
  function treeNow() {
    const played = state.model.room?.played ?? [];
    if (!list || list.played !== played) {
      const { tree } = plantLine(played);
      list = { played, tree };
    }
    return list.tree;
  }

  /** What is looked at may have changed: the layer and the engine follow it, and all is drawn. */
  function update() {
    const { room } = state.model;
    if (room) {
      const shown = state.past ?? state.staged?.view ?? room;
      const moves = state.past ? [] : (state.staged?.moves ?? []).map((one) => one.text);
      const ply = state.past ? (state.pastPly ?? room.ply) : room.ply;
      void layers.follow(room.game, shown.position);
      if (room.hints || room.outcome) void explained.follow(room.game, room.start, room.played.slice(0, ply).map((one) => one.text));
      engine.follow(room.hints || room.outcome ? { ply, moves, position: shown.position, over: shown.outcome !== null } : null);
    }
    draw();
  }

  /** Draws what is known; asks nobody. */
  function draw() {
    scheduleRender(root, () => drawRoom(id, state, { ...actions, engine, layers, explained }, treeNow()));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const { room } = state.model;
    if (!room) return;
    const ply = state.pastPly ?? room.ply;
    if (event.key === "PageUp") void lookAt(ply - 1);
    else if (event.key === "PageDown") void lookAt(ply + 1);
    else if (event.key === "f") actions.flip();
    else if (event.key === "v") toggleTilt();
    else return;
    event.preventDefault();
  }

  // The countdown for an absent opponent is in words, so it is drawn every second.
  const ticking = setInterval(() => {
    if (state.model.room?.absent && !state.model.room.outcome) draw();
  }, 1000);

  function close() {
    clearInterval(ticking);
    clearTimeout(fading);
    socket.close();
  }

  return { draw, close, key, actions, game: () => state.model.room?.game ?? "" };
}

/** Whether Second's side is below. @param {RoomPage} state */
export function isFlipped(state) {
  return state.flipped ?? state.model.you === "second";
}

/** Whether the board is turned, which pieces that face nobody do not ask for. @param {RoomPage} state */
export function isTurned(state) {
  return state.flipped ?? isTurnedFor(state.model.room?.game ?? "", state.model.you);
}
