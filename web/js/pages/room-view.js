// How a room looks: a description made from its state, nothing else.

/** @import { MoveView } from "../messages.d.ts" */
/** @import { RoomPage, Actions } from "./room.js" */
/** @import { Spot } from "../board/pick.js" */
/** @import { Tree } from "../tree.js" */
/** @import { Kid } from "../dom.js" */
import { h } from "../dom.js";
import { boardOf, entryOf, gameName, hasHands, hasStagedTurns, moveName, moveText, shared, sideName, sideTag } from "../games.js";
import { sentence, t } from "../i18n.js";
import { glyph } from "../parts/glyphs.js";
import { actor, lastTurn, mayMark, mayMove, openSeat, timeLeft, touched, trail } from "../room-model.js";
import { isSetup } from "../setup.js";
import { movesAside } from "../board/pick.js";
import { engineCard, withArrows } from "../parts/engine.js";
import { layersCard } from "../parts/layers.js";
import { pointAt, pointedLine } from "../parts/pointed.js";
import { classesOf, graphCard } from "../parts/review.js";
import { because, outcomeWords, reasonWords } from "../parts/because.js";
import { coachCard } from "../parts/coach.js";
import { explainCard } from "../parts/explain.js";
import { withReading } from "../parts/readings.js";
import { countingCard, settledOf } from "../parts/counting.js";
import { moveNumbers, usedAgainWords } from "../parts/numbers.js";
import { valueList } from "../parts/value-list.js";
import { clockName } from "../clocks.js";
import { settings, turnBoard } from "../settings.js";

import { analysisPath, roomPath } from "../route.js";
import { drawingOf } from "../../games/registry.js";
import { isFlipped, isTurned } from "./room.js";

/** @typedef {"first" | "second"} Side */

/** @param {string} id @param {RoomPage} state @param {Actions} actions @param {Tree} tree @returns {Kid} */
export function drawRoom(id, state, actions, tree) {
  if (state.gone) return h("div", { class: "card nothing-here" }, h("h1", null, t("page-no-room")), h("p", { class: "soft" }, t("page-no-room-more")), h("a", { class: "button primary", href: "/" }, glyph("play"), t("page-to-lobby")));
  const { room } = state.model;
  if (!room) return h("div", { class: "card waiting", role: "status" }, t("page-connecting"));
  const flipped = isFlipped(state);
  /** @type {Side} */
  const top = flipped ? "first" : "second";
  /** @type {Side} */
  const bottom = flipped ? "second" : "first";
  const shown = state.past ?? state.staged?.view ?? room;
  return [
    h("section", { class: "stage" },
      h("h1", { class: "unseen" }, gameName(room.game, room.names)),
      playerBar(state, top), board(state, actions), room.hints || room.outcome ? pointedLine(actions.layers.over(shown.position)) : null, playerBar(state, bottom), deck(state, actions),
      state.notice ? h("p", { class: "notice toast", role: "alert" }, state.notice) : null),
    h("aside", { class: "panel" },
      status(state, actions),
      countingCard(room, state.model.you, { accept: actions.acceptCount, resume: () => actions.tell({ type: "resume" }) }, mayMark(state.model)),
      setUpBar(state, actions),
      drawingOf(room.game).legend?.(t) ?? null,
      invite(id, state, actions),
      offers(state, actions),
      coachCard(room.game, state.review, state.pastPly ?? room.ply, { lookAt: (ply) => void actions.lookAt(ply), played: room.played, start: room.start, reasons: actions.reasons, again: actions.again, share: () => void actions.shareReview(), shared: state.shared }),
      values(state),
      h("div", { key: "moves", class: "card moves-card" },
        h("y-moves", { ".state": { tree, numbered: drawingOf(room.game).numbered, at: state.pastPly ?? room.ply, classes: classesOf(state.review ?? [], tree.nodes.slice(1).map((one) => one.id)) }, ongo: (/** @type {CustomEvent} */ event) => void actions.lookAt(event.detail) }),
        numbersOn(room.game) ? h("p", { class: "small soft again", "data-again": "" }, usedAgainWords(room.played)) : null,
        moveForm(state, actions)),
      buttons(state, actions),
      room.hints || room.outcome ? explainCard(actions.explained.of(room.game, room.start, room.played.slice(0, state.pastPly ?? room.ply).map((one) => one.text))) : null,
      graphCard(room.game, state.review ?? [], state.pastPly ?? room.ply, (ply) => void actions.lookAt(ply)),
      room.hints || room.outcome ? engineCard(actions.engine.state, actions.engine.actions, shown.outcome !== null) : null,
      room.hints || room.outcome ? layersCard(room.game, { layer: actions.layers.state.layer, overlay: actions.layers.over(shown.position) }, actions.layers.choose, actions.layers.redraw) : null,
      h("p", { class: "soft small facts" }, gameName(room.game, room.names), " · ", clockName(room.clock), room.watchers > 0 ? ` · ${t("page-watchers", { count: room.watchers })}` : "")),
  ];
}

/** The exact values of the moves as a list, beside those on the board. @param {RoomPage} state */
function values(state) {
  const { room } = state.model;
  const shown = state.past ?? room;
  if (!room || !shown || !state.showValues || state.staged || state.probed?.position !== shown.position) return null;
  return h("div", { key: "values", class: "card values" }, h("h2", null, t("page-true-values")), valueList(shown.legal, state.probed.values, state.probed.unit));
}

/** @param {RoomPage} state @param {Actions} actions */
function board(state, actions) {
  const room = /** @type {NonNullable<typeof state.model.room>} */ (state.model.room);
  const shown = state.past ?? state.replay ?? state.staged?.view ?? room;
  const may = mayMove(state.model) && !state.past && !state.replay;
  // A staged turn that is complete waits for its confirmation: nothing more can be moved.
  const open = may && (!state.staged || (state.staged.view.side === actor(state.model) && !state.staged.view.outcome));
  const played = state.past ? state.past.played : state.replay ? state.replay.played : state.staged ? state.staged.view.played : room.played;
  const turn = hasStagedTurns(room.game) ? lastTurn(played) : played.slice(-1);
  const overlay = withReading(actions.layers.over(shown.position));
  const probed = state.showValues && !state.staged && state.probed?.position === shown.position ? state.probed : null;
  const present = shown === room;
  const marks = present && mayMark(state.model);
  return h("y-board", {
    class: may || marks ? "mine" : null,
    ".state": {
      ...boardOf(room.game), diagram: shown.diagram, hands: hasHands(room.game), mover: shown.side, legal: may && state.placements.length > 0 ? state.placements : open || probed ? shown.legal : NONE, moved: played.at(-1) ?? null,
      edit: marks, settled: present ? settledOf(room) : null, numbers: numbersOn(room.game) ? moveNumbers(played, shown.diagram) : null,
      flipped: isTurned(state), last: turn.flatMap(touched), trail: turn.length > 1 ? trail(turn) : [],
      values: probed?.values ?? null, unit: probed?.unit, overlay: probed ? overlay : withArrows(overlay, actions.engine.state), ...state.hints,
      label: t("page-board-label", { game: gameName(room.game, room.names) }),
    },
    onpoint: pointAt,
    onplay: (/** @type {CustomEvent<MoveView>} */ event) => void actions.play(event.detail),
    onedit: (/** @type {CustomEvent<Spot>} */ event) => { if ("cell" in event.detail) actions.mark(event.detail.cell); },
    onaim: (/** @type {CustomEvent<MoveView>} */ event) => actions.aim(event.detail),
    onpick: (/** @type {CustomEvent<Spot | null>} */ event) => actions.pick(event.detail),
    onwrong: (/** @type {CustomEvent<string>} */ event) => actions.wrong(event.detail),
    onrefuse: (/** @type {CustomEvent<{from: number, to: number | null}>} */ event) => void actions.refuse(event.detail),
    onconsider: (/** @type {CustomEvent<MoveView | null>} */ event) => { if (hasStagedTurns(room.game)) actions.consider(event.detail); },
  });
}

/** Whether pieces carry the numbers of their moves. @param {string} game */
const numbersOn = (game) => settings.get().numbers && drawingOf(game).numbered === true;

/** The same empty list every time, so that nothing is drawn for its sake. @type {MoveView[]} */
const NONE = [];

/** @param {RoomPage} state @param {Side} side */
function playerBar(state, side) {
  const { room, you, heardAt } = state.model;
  if (!room) return null;
  const seat = room.seats[side];
  const own = you === side || you === "both";
  const level = entryOf(room.game)?.levels.find((one) => one.player === seat.player);
  const name = seat.kind === "engine" ? (level ? t(level.id) : (seat.player ?? "")) : you === "both" ? "" : own ? t("page-you") : seat.taken ? t("page-opponent") : t("page-seat-free");
  const turn = !room.outcome && !room.counting && (room.sealed ? !room.sealed[side] : room.side === side);
  const note = room.thinking === side ? t("page-thinking") : seat.taken && !seat.present ? t("page-away") : "";
  const left = timeLeft({ ...state.model }, side, heardAt);
  return h("div", { class: `player-bar ${turn ? "turn" : ""}`, "data-side": side },
    sideTag(room.game, side, h("span", { class: "side-word" }, sideName(room.game, side)), " ", h("strong", null, name)),
    h("span", { class: seat.present ? "presence here" : "presence", title: seat.present ? t("page-present") : t("page-away") }),
    h("span", { class: "soft small note" }, note),
    left === null ? null : h("y-clock", { ".state": {
      left, since: heardAt, running: room.clock.running === side && state.connection === "open", own: you === side, label: sideName(room.game, side),
      periods: room.clock.kind === "byoyomi" ? room.clock.periods_left[side] : 0,
      turns: room.clock.turns_left[side],
    } }));
}

/** @param {RoomPage} state @param {Actions} actions */
function status(state, actions) {
  const { room, you } = state.model;
  if (!room) return null;
  const shown = state.past ?? state.staged?.view ?? room;
  const situation = !room.outcome && shown.side === room.side ? shown.situation : undefined;
  const seat = you === "spectator" ? t("page-you-watch") : you === "both" ? t("page-you-both") : t("page-you-play", { side: sideName(room.game, you) });
  const { words, tone, more } = headline(state);
  return h("div", { key: "status", class: `card status ${room.outcome ? "over" : ""}` },
    state.connection === "open" ? null : h("p", { class: "notice bad", role: "status", "data-connection": state.connection }, t("page-reconnecting")),
    h("p", { class: `headline ${tone}`, "data-status": room.outcome ? "over" : room.counting ? "counting" : room.side }, words, room.in_check && !room.outcome ? h("span", { class: "check-word" }, t("in-check")) : null),
    more ? h("p", { "data-more": "" }, more) : null,
    because(room.outcome),
    situation ? h("p", { class: "situation", "data-situation": situation.id }, sentence(situation)) : null,
    state.staged ? h("p", { class: "prepared" }, state.staged.moves.map(moveName).join("  ")) : null,
    // One line, whatever it says: nothing below moves when somebody steps back.
    h("p", { class: "soft small seat-line", "data-you": you }, state.past
      ? [t("page-in-the-past"), " ", h("button", { type: "button", class: "quiet", "data-action": "present", onclick: () => void actions.lookAt(null) }, t("page-to-present"))]
      : seat));
}

/** What matters most, in a few words: whose turn it is, or who has won. @param {RoomPage} state */
function headline(state) {
  const { room, you } = state.model;
  if (!room) return { words: "", tone: "", more: "" };
  const { outcome, game, side } = room;
  if (outcome) {
    const more = outcomeWords(game, outcome);
    if (!outcome.winner) return { words: t("page-draw"), tone: "", more: reasonWords(outcome, game) };
    if (you === "first" || you === "second") return outcome.winner === you ? { words: t("page-you-win"), tone: "good", more } : { words: t("page-you-lose"), tone: "bad", more };
    return { words: more, tone: "", more: "" };
  }
  if (room.sealed && (you === "first" || you === "second")) return room.sealed[you] ? { words: t("page-sealed"), tone: "", more: "" } : { words: t("page-seal-now"), tone: "good", more: "" };
  if (room.counting) return { words: t("page-count-title"), tone: "", more: "" };
  if (you === side) return { words: t("page-your-turn"), tone: "good", more: "" };
  return { words: t("page-turn", { side: sideName(game, side) }), tone: "", more: "" };
}

/** What can be done now, under the board and always on the screen: steps through the game, what matters most in words, and the one thing to do. @param {RoomPage} state @param {Actions} actions */
function deck(state, actions) {
  const { words, tone } = headline(state);
  // Beside its buttons there is no room for the reason; the panel tells it.
  const winner = state.model.room?.outcome?.winner;
  const short = winner && tone === "" ? t("page-wins", { side: sideName(state.model.room?.game ?? "", winner) }) : words;
  return h("div", { class: "deck", role: "group", "aria-label": t("page-actions") },
    stepper(state, actions),
    h("span", { class: `deck-words ${tone}` }, state.asking === "pass" ? t("page-pass-sure") : state.staged ? state.staged.moves.map(moveName).join("  ") : short),
    h("div", { class: "deck-buttons" }, nowToDo(state, actions)));
}

/** @param {RoomPage} state @param {Actions} actions @returns {Kid} */
function nowToDo(state, actions) {
  const { room, you } = state.model;
  if (!room) return null;
  if (state.staged) return stagedBar(state, actions);
  const free = openSeat(state.model);
  if (free && you === "spectator") return h("button", { type: "button", class: "primary", "data-sit": "", onclick: () => void actions.sit() }, t("page-sit"));
  if (free) return h("button", { type: "button", class: "primary", "data-action": "copy", onclick: () => void actions.copy() }, glyph("copy"), t(state.copied ? "page-copied" : "page-copy-link"));
  if (room.outcome) {
    return [
      room.ply > 0 && !state.review ? h("button", { type: "button", "data-action": "review", "aria-label": t("page-review"), title: t("page-review"), onclick: () => void actions.review() }, glyph("eye"), h("span", { class: "wide-only" }, t("page-review"))) : null,
      you !== "spectator" ? h("button", { type: "button", class: "primary", "data-action": "rematch", onclick: () => actions.tell({ type: "rematch" }) }, glyph("again"), t("page-rematch")) : null];
  }
  const aside = mayMove(state.model) && !state.past ? movesAside(room.legal) : [];
  const forced = room.legal.length === 1;
  if (state.asking === "pass" && aside[0]) {
    const [move] = aside;
    return [
      h("button", { type: "button", class: "primary", "data-yes": "pass", onclick: () => { actions.ask(""); void actions.play(move); } }, moveName(move)),
      h("button", { type: "button", "data-no": "pass", onclick: () => actions.ask("") }, t("page-cancel"))];
  }
  // A pass is soon pressed by mistake: it is asked about, unless there is nothing else to do.
  return aside.map((move) => h("button", { type: "button", class: forced ? "primary" : null, "data-move": move.text, onclick: () => (forced || hasStagedTurns(room.game) ? void actions.play(move) : actions.ask("pass")) }, moveName(move)));
}

/** @param {string} id @param {RoomPage} state @param {Actions} actions */
function invite(id, state, actions) {
  const side = openSeat(state.model);
  if (!side) return null;
  const { address, reachable, elsewhere } = shared(roomPath(id));
  const game = state.model.room?.game ?? "";
  if (state.model.you === "spectator") return h("div", { key: "invite", class: "card invite" }, h("p", null, t("page-seat-is-free", { side: sideName(game, side) })));
  return h("div", { key: "invite", class: "card invite" }, h("h2", null, t("page-invite")),
    reachable ? null : h("p", { class: "notice bad", "data-unreachable": "" }, t("page-share-loopback")),
    h("p", { class: "soft small" }, t("page-invite-more"), elsewhere ? ` ${t("page-share-lan")}` : ""),
    h("input", { type: "text", class: "mono", readonly: true, value: address, name: "invite", "aria-label": t("page-invite") }),
    reachable ? h("img", { class: "qr", src: `/api/v1/qr?text=${encodeURIComponent(address)}`, alt: t("page-qr"), width: 160, height: 160 }) : null);
}

/** @param {RoomPage} state @param {Actions} actions */
function offers(state, actions) {
  const { room, you } = state.model;
  if (!room || you === "spectator") return null;
  return room.offers.map((offer) => {
    const words = t(`page-offer-${offer.kind.replace("_", "-")}`, { side: sideName(room.game, offer.by) });
    const own = you === offer.by;
    return h("div", { key: `offer ${offer.id}`, class: "card offer", role: "alert", "data-offer": offer.kind }, h("p", null, own ? t("page-offer-sent") : words),
      h("div", { class: "rowline" }, own
        ? h("button", { type: "button", "data-cancel": "", onclick: () => actions.tell({ type: "cancel_offer", offer: offer.id }) }, t("page-cancel"))
        : [
          h("button", { type: "button", class: "primary", "data-accept": "", onclick: () => actions.tell({ type: "answer", offer: offer.id, accept: true }) }, t("page-accept")),
          h("button", { type: "button", "data-decline": "", onclick: () => actions.tell({ type: "answer", offer: offer.id, accept: false }) }, t("page-decline"))]));
  });
}

/** Typed moves, and buttons for moves without a cell. @param {RoomPage} state @param {Actions} actions */
function moveForm(state, actions) {
  const { room, you } = state.model;
  if (!room || room.outcome || you === "spectator") return null;
  const view = state.staged?.view ?? room;
  const may = mayMove(state.model);
  return h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("move");
    if (input instanceof HTMLInputElement) {
      actions.type(input.value);
      input.value = state.typedText;
    }
  } },
  h("input", { type: "text", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("page-type-move"), "aria-label": t("page-type-move"), list: "legal-moves" }),
  h("datalist", { id: "legal-moves" }, may ? view.legal.slice(0, 400).map((move) => h("option", { value: moveText(move) })) : []),
  h("button", { type: "submit", disabled: !may }, t("page-play-typed")));
}

/** While pieces are placed: all of one's own at once. @param {RoomPage} state @param {Actions} actions */
function setUpBar(state, actions) {
  const { room } = state.model;
  if (!room || !mayMove(state.model) || state.past || !isSetup(drawingOf(room.game), room)) return null;
  const starts = entryOf(room.game)?.starts ?? [];
  return h("div", { key: "set-up", class: "set-up-bar card", role: "group", "aria-label": t("page-set-up-quickly") },
    h("span", { class: "soft small" }, t("page-set-up-quickly")),
    h("p", { class: "small how" }, t("page-setup-how")),
    starts.map(({ position, name }) => {
      const diagram = state.presets.get(position);
      return h("button", { type: "button", class: diagram ? "preset" : null, "data-preset": position, onclick: () => actions.setUp(position) },
        diagram ? h("y-board", { "aria-hidden": "true", ".state": { ...boardOf(room.game), diagram, mover: room.side, legal: NONE, flipped: isTurned(state), as: "picture", label: t(name) } }) : null, t(name));
    }),
    h("button", { type: "button", "data-preset": "random", onclick: () => actions.setUp(null) }, glyph("again"), t("page-random")));
}

/** @param {RoomPage} state @param {Actions} actions */
function stagedBar(state, actions) {
  const { staged } = state;
  const { room } = state.model;
  if (!staged || !room) return null;
  const whole = mayMove(state.model) && (staged.view.side !== actor(state.model) || staged.view.outcome !== null);
  const aside = whole ? [] : movesAside(staged.view.legal);
  return h("div", { key: "staged", class: "staged-bar", role: "group", "data-count": staged.moves.length, "aria-label": t("page-staged", { count: staged.moves.length }) },
    aside.map((move) => h("button", { type: "button", class: staged.view.legal.length === 1 ? "primary" : null, "data-move": move.text, onclick: () => void actions.play(move) }, moveName(move))),
    h("button", { type: "button", "data-undo": "", disabled: state.model.pending !== null, "aria-label": t("page-undo-step"), title: t("page-undo-step"), onclick: () => void actions.undoStaged() }, glyph("back"), h("span", { class: "wide-only" }, t("page-undo-step"))),
    h("button", { type: "button", class: "primary", "data-confirm": "", disabled: !whole, onclick: actions.confirm }, t("page-confirm-turn")));
}

/** @param {RoomPage} state @param {Actions} actions */
function buttons(state, actions) {
  const { room, you } = state.model;
  if (!room) return null;
  const playing = you !== "spectator" && !room.outcome;
  const canValue = (room.hints || room.outcome) && entryOf(room.game)?.has_table;
  const people = room.seats.first.kind !== "engine" && room.seats.second.kind !== "engine";
  const claim = playing && room.absent && room.absent.side !== you;
  const waiting = claim && room.absent ? Math.max(0, Math.ceil((room.absent.claim_at_ms - room.clock.now_ms - (performance.now() - state.model.heardAt)) / 1000)) : 0;
  return h("div", { key: "actions", class: "card actions", role: "group", "aria-label": t("page-actions") },
    state.asking === "resign" ? [
      h("span", null, t("page-resign-sure")),
      h("button", { type: "button", class: "danger", "data-yes": "", onclick: () => actions.tell({ type: "resign" }) }, t("page-resign")),
      h("button", { type: "button", "data-no": "", onclick: () => actions.ask("") }, t("page-cancel"))] : [
      you !== "spectator" && room.ply > 0 ? h("button", { type: "button", "data-action": "take_back", onclick: () => actions.tell({ type: "take_back" }) }, glyph("back"), t("page-take-back")) : null,
      playing && people ? h("button", { type: "button", "data-action": "draw", onclick: () => actions.tell({ type: "offer_draw" }) }, glyph("hand"), t("page-offer-draw-do")) : null,
      playing ? h("button", { type: "button", "data-action": "resign", onclick: () => actions.ask("resign") }, glyph("flag"), t("page-resign")) : null,
      room.next_room ? h("a", { class: "button", "data-action": "next", href: roomPath(room.next_room) }, t("page-next-room")) : null,
      claim && room.counting ? [
        h("span", { class: "small" }, waiting > 0 ? t("page-absent-wait", { seconds: waiting }) : t("page-absent-now")),
        h("button", { type: "button", "data-action": "claim-count", disabled: waiting > 0, onclick: () => actions.tell({ type: "claim", result: "win" }) }, t("page-claim-count"))] : claim ? [
        h("span", { class: "small" }, waiting > 0 ? t("page-absent-wait", { seconds: waiting }) : t("page-absent-now")),
        h("button", { type: "button", "data-action": "claim-win", disabled: waiting > 0, onclick: () => actions.tell({ type: "claim", result: "win" }) }, t("page-claim-win")),
        h("button", { type: "button", "data-action": "claim-draw", disabled: waiting > 0, onclick: () => actions.tell({ type: "claim", result: "draw" }) }, t("page-claim-draw"))] : null,
      canValue ? h("button", { type: "button", "data-action": "values", "aria-pressed": state.showValues ? "true" : "false", onclick: actions.values }, glyph("eye"), t(state.showValues ? "page-hide-values" : "page-show-values")) : null,
      h("span", { class: "icons" },
        icon("flip", "flip", t("page-flip"), actions.flip),
        drawingOf(room.game).depth === "solid" ? [
          icon("tilt", "cube", t("page-tilt"), actions.tilt),
          settings.get().tilt ? [icon("turn-left", "turnleft", t("page-turn-left"), () => turnBoard(30)), icon("turn-right", "turnright", t("page-turn-right"), () => turnBoard(-30))] : null] : null,
        drawingOf(room.game).numbered ? icon("numbers", "numbers", t("page-numbers"), actions.numbers, settings.get().numbers) : null,
        room.hints || room.outcome || you === "spectator" ? h("a", { class: "button icon", "data-action": "analyse", title: t("page-analyse"), "aria-label": t("page-analyse"), href: analysisPath({ game: room.game, position: room.start, moves: room.played.map((one) => one.text) }) }, glyph("board")) : null,
        h("a", { class: "button icon", "data-action": "save", title: t("page-save-record"), "aria-label": t("page-save-record"), href: `/api/v1/rooms/${encodeURIComponent(room.id)}/record?format=json`, download: `${room.id}.json` }, glyph("save"))),
    ]);
}

/** A button without words. @param {string} action @param {string} picture @param {string} label @param {() => void} act @param {boolean} [on] */
function icon(action, picture, label, act, on) {
  return h("button", { type: "button", class: "icon", "data-action": action, title: label, "aria-label": label, "aria-pressed": on === undefined ? null : String(on), onclick: act }, glyph(picture));
}

/** @param {RoomPage} state @param {Actions} actions */
function stepper(state, actions) {
  const { room } = state.model;
  if (!room) return null;
  const ply = state.pastPly ?? room.ply;
  const step = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {number | null} */ to, /** @type {boolean} */ can) =>
    h("button", { type: "button", class: "icon", "aria-label": label, disabled: !can, onclick: () => void actions.lookAt(to) }, glyph(icon));
  return h("div", { class: "rowline stepper" },
    step("first", t("page-to-start"), 0, ply > 0), step("prev", t("page-step-back"), ply - 1, ply > 0),
    step("next", t("page-step-on"), ply + 1, ply < room.ply), step("last", t("page-to-end"), null, ply < room.ply));
}
