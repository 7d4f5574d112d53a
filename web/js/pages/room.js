// A game: play it or watch it. The server is the authority; this page shows what it says, keeps the
// connection, and stages turns of several actions until they are confirmed.

/** @import { MoveView, ServerMessage, View } from "../messages.d.ts" */
/** @import { Judged } from "../values.js" */
/** @import { Tree } from "../tree.js" */
import { api, ApiError } from "../api.js";
import { drawRoom } from "./room-view.js";
import { patch } from "../dom.js";
import { gameName, moveName } from "../games.js";
import { t, tOr } from "../i18n.js";
import { Line } from "../line.js";
import { say, sound } from "../live.js";
import { typed } from "../board/pick.js";
import { empty, isWhole, mayMove, receive } from "../room-model.js";
import { analysisPath, roomPath } from "../route.js";
import { keep, tokenOf } from "../seats.js";
import { plantLine } from "../tree.js";
import { drawingOf } from "../../games/registry.js";
import { settings } from "../settings.js";

/**
 * @typedef {object} RoomPage
 * @property {import("../room-model.js").Model} model
 * @property {import("../line.js").LineState} connection
 * @property {{moves: MoveView[], view: View} | null} staged   a turn that is not yet sent
 * @property {View | null} past       a position of the past that is looked at
 * @property {number | null} pastPly
 * @property {boolean | null} flipped  null: as one sits
 * @property {boolean} showValues
 * @property {{position: string, values: Map<string, Judged>, unit: string} | null} probed
 * @property {string} notice
 * @property {string} typedText
 * @property {"" | "resign"} asking
 * @property {boolean} gone           there is no such room
 * @property {boolean} copied
 */

/** @typedef {ReturnType<typeof room>["actions"]} Actions */

/** @param {HTMLElement} root @param {{go: (path: string, how?: {replace?: boolean}) => void, room: string}} context */
export function room(root, { go, room: id }) {
  /** @type {RoomPage} */
  const state = {
    model: empty(), connection: "connecting", staged: null, past: null, pastPly: null, flipped: null, showValues: false,
    probed: null, notice: "", typedText: "", asking: "", gone: false, copied: false,
  };
  let sitting = false;

  const line = new Line(`/api/v1/rooms/${encodeURIComponent(id)}/ws`, {
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
        line.close();
        state.gone = true;
        draw();
      }
    }
  }

  /** @param {ServerMessage} message */
  function hear(message) {
    const before = state.model;
    state.model = receive(before, message, performance.now());
    const now = state.model.room;
    if (message.type === "welcome") welcome();
    if (message.type === "event" && !message.replayed && now) happened(message.event);
    if (message.type === "error") {
      state.notice = tOr(`error-${message.error.code.replaceAll("_", "-")}`, message.error.message);
      if (message.ref === "move") state.staged = null;
      if (message.error.code === "unknown_room") {
        line.close();
        state.gone = true;
      }
    }
    // A gap would show a wrong list of moves: begin the connection anew.
    if (!isWhole(state.model)) void refresh();
    if (now && before.room?.position !== now.position) {
      state.staged = null;
      state.probed = null;
      if (state.showValues) void probe();
    }
    draw();
  }

  async function refresh() {
    const room = await api.room(id);
    state.model = { ...state.model, room, heardAt: performance.now() };
    draw();
  }

  function welcome() {
    const { room, pending } = state.model;
    if (!room) return;
    document.title = `${gameName(room.game, room.names)} · Yomikiri`;
    keep(id, room.game, facts());
    if (pending) line.send({ type: "move", ...pending, ref: "move" });
  }

  async function sit() {
    const { room } = state.model;
    if (!room || sitting) return;
    sitting = true;
    try {
      const { token } = await api.sit(id);
      keep(id, room.game, { token });
      // The seat is told with the first message of a connection.
      line.restart();
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
    return { ply: room?.ply ?? 0, ...(room?.outcome ? { winner: room.outcome.winner } : {}) };
  }

  /** @param {import("../messages.d.ts").RoomEvent} event */
  function happened(event) {
    const { room } = state.model;
    if (!room) return;
    keep(id, room.game, facts());
    state.notice = "";
    if (event.kind === "moved") {
      const words = event.moves.map((move) => t("page-say-move", { side: t(`side-${move.side}`), move: moveName(move) }));
      if (room.in_check) words.push(t("in-check"));
      say(words.join(". "));
      sound("move");
      state.past = null;
      state.pastPly = null;
    } else if (event.kind === "took_back") {
      say(t("page-say-taken-back"));
      state.past = null;
      state.pastPly = null;
    } else if (event.kind === "ended") {
      say(outcomeWords());
      sound("end");
    } else if (event.kind === "offered") {
      say(t(`page-offer-${event.offer.kind.replace("_", "-")}`, { side: t(`side-${event.offer.by}`) }));
    } else if (event.kind === "declined") {
      state.notice = t("page-declined");
      say(state.notice);
    } else if (event.kind === "rematch") {
      const token = tokenOf(id);
      if (token) keep(event.room, room.game, { token });
      if (state.model.you !== "spectator") go(roomPath(event.room));
    }
  }

  function outcomeWords() {
    const outcome = state.model.room?.outcome;
    if (!outcome) return "";
    const reason = tOr(`reason-${outcome.reason.replaceAll("_", "-")}`, outcome.reason);
    return t(outcome.winner ? `outcome-${outcome.winner}-won` : "outcome-draw", { reason });
  }

  /** @param {MoveView} move */
  async function play(move) {
    const { room } = state.model;
    if (!room || !mayMove(state.model) || state.past) return;
    if (!drawingOf(room.game).staged) return send([move.text]);
    const moves = [...(state.staged?.moves ?? []), move];
    try {
      const texts = moves.map((one) => one.text);
      const view = await api.look({ game: room.game, position: room.start, moves: [...room.played.map((one) => one.text), ...texts] });
      const over = view.outcome !== null || view.side !== room.side;
      state.staged = { moves, view };
      if (over && !settings.get().confirm) return send(texts);
      say(t("page-staged", { count: moves.length }));
    } catch (fault) {
      state.notice = String(fault);
    }
    draw();
  }

  /** @param {string[]} moves */
  function send(moves) {
    const { room } = state.model;
    if (!room) return;
    const pending = { moves, ply: room.ply };
    state.model = { ...state.model, pending };
    state.staged = null;
    line.send({ type: "move", ...pending, ref: "move" });
    draw();
  }

  async function probe() {
    const { room } = state.model;
    if (!room || room.outcome) return;
    try {
      const answer = await api.probe({ game: room.game, position: room.position });
      const values = new Map(answer.moves.map((one) => [one.move, { value: one.value, distance: one.distance }]));
      state.probed = { position: room.position, values, unit: answer.unit };
    } catch (fault) {
      state.notice = fault instanceof ApiError ? fault.message : String(fault);
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
      return draw();
    }
    state.pastPly = Math.max(0, ply);
    const view = await api.look({ game: room.game, position: room.start, moves: room.played.slice(0, state.pastPly).map((one) => one.text) });
    if (state.pastPly === ply) state.past = view;
    draw();
  }

  const actions = {
    play,
    sit,
    confirm: () => state.staged && send(state.staged.moves.map((one) => one.text)),
    async undoStaged() {
      const { room } = state.model;
      const moves = state.staged?.moves.slice(0, -1) ?? [];
      if (!room || moves.length === 0) state.staged = null;
      else {
        const texts = [...room.played, ...moves].map((one) => one.text);
        state.staged = { moves, view: await api.look({ game: room.game, position: room.start, moves: texts }) };
      }
      draw();
    },
    /** @param {object} message */
    tell: (message) => {
      state.asking = "";
      if (!line.send(message)) state.notice = t("page-not-connected");
      draw();
    },
    flip: () => {
      state.flipped = !isFlipped(state);
      draw();
    },
    ask: (/** @type {"" | "resign"} */ what) => {
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
      if (fitting[0]) void play(fitting[0]);
      draw();
    },
    async copy() {
      const address = location.origin + roomPath(id);
      try {
        await navigator.clipboard.writeText(address);
        state.copied = true;
      } catch {
        state.notice = address;
      }
      draw();
    },
    analyse() {
      const { room } = state.model;
      if (room) go(analysisPath({ game: room.game, position: room.start, moves: room.played.map((one) => one.text) }));
    },
    outcomeWords,
  };

  /** @type {{played: unknown, tree: Tree, ids: number[]} | null} */
  let list = null;
  /** The list of moves as a tree of one line; made anew only when moves come or go. */
  function treeNow() {
    const played = state.model.room?.played ?? [];
    if (!list || list.played !== played) {
      const { tree } = plantLine(played);
      list = { played, tree, ids: tree.nodes.map((one) => one.id) };
    }
    return list.tree;
  }

  function draw() {
    patch(root, drawRoom(id, state, actions, treeNow()));
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
    else return;
    event.preventDefault();
  }

  // The countdown for an absent opponent is in words, so it is drawn every second.
  const ticking = setInterval(() => {
    if (state.model.room?.absent && !state.model.room.outcome) draw();
  }, 1000);

  function close() {
    clearInterval(ticking);
    line.close();
  }

  return { draw, close, key, actions };
}

/** Whether Second's side is below. @param {RoomPage} state */
export function isFlipped(state) {
  return state.flipped ?? state.model.you === "second";
}
