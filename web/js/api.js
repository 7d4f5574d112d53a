// The server's plain requests. Every fault comes as an `ApiError` with a stable code.

/** @import { Overlay, Probe, Review, View, GamesAnswer, RoomView, TableStats, FindReport, RulesAnswer, NewRoom, RoomCreated, Seated, RecordsAnswer, RefusalView, RoomGlance, LookAnswer, EditedBoard, SolveAnswer, PuzzleAnswer, ProblemsAnswer, ProblemAnswer, Explanation, BookReport } from "./messages.d.ts" */

export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {any} [detail] */
  constructor(code, message, detail) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/** @param {string} path @param {RequestInit} [init] */
async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(`/api/v1/${path}`, init);
  } catch (fault) {
    throw new ApiError("offline", String(fault));
  }
  const text = await answer.text();
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError("bad_answer", `${answer.status}: ${text.slice(0, 200)}`);
  }
  if (!answer.ok) {
    const error = body.error ?? {};
    throw new ApiError(error.code ?? "bad_answer", error.message ?? `status ${answer.status}`, error.detail);
  }
  return body;
}

/** @param {string} path @param {object} body */
function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @param {Record<string, string | number | undefined>} fields */
function query(fields) {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * A place in a game: where it began and what was played.
 * @typedef {{game: string, position?: string, moves?: string[]}} Place
 */

export const api = {
  /** @returns {Promise<GamesAnswer>} */
  games: () => ask("games"),
  /** @param {Place & {turn?: "first" | "second"}} place @returns {Promise<View>} */
  look: async (place) => (await post("look", place)).view,
  /** A position with the rights it grants besides the board, and the values of the game's options. @param {Place} place @returns {Promise<LookAnswer>} */
  lookWithRights: (place) => post("look", place),
  /** The text of an edited board. @param {string} game @param {EditedBoard} board @returns {Promise<string>} */
  compose: async (game, board) => (await post("compose", { game, board })).position,
  /** @param {Place} place @returns {Promise<Probe>} */
  probe: (place) => post("probe", place),
  /** @param {Place} place @returns {Promise<Review>} */
  review: (place) => post("review", place),
  /** @param {Place & {layer: string}} place @returns {Promise<Overlay>} */
  layer: async (place) => (await post("layer", place)).overlay,
  /** @param {Place & {from: number}} place @returns {Promise<RefusalView[]>} */
  refusals: async (place) => (await post("refusals", place)).refusals,
  /** @param {number} limit @returns {Promise<RoomGlance[]>} */
  rooms: async (limit) => (await ask(`rooms?${query({ limit })}`)).rooms,
  /** @returns {Promise<any>} */
  description: () => ask("openapi.json"),
  /** @param {string} game @param {string} what @returns {Promise<TableStats>} */
  stats: (game, what) => ask(`table/stats?${query({ game, what })}`),
  /** @param {string} game @param {string} what @param {string} property @param {number} limit @returns {Promise<FindReport>} */
  find: (game, what, property, limit) => ask(`table/find?${query({ game, what, property, limit })}`),
  /** What a table would take, and what is built now. @param {string} game @param {string} what @returns {Promise<SolveAnswer>} */
  solveState: (game, what) => ask(`table/solve?${query({ game, what })}`),
  /** @param {string} game @param {string} what @returns {Promise<SolveAnswer>} */
  startSolving: (game, what) => post("table/solve", { game, ...(what ? { what } : {}) }),
  /** @param {string} game @param {string} what @returns {Promise<SolveAnswer>} */
  stopSolving: (game, what) => post("table/solve/stop", { game, ...(what ? { what } : {}) }),
  /** What the last move did. @param {Place} place @returns {Promise<Explanation | null>} */
  explain: async (place) => (await post("explain", place)).explanation,
  /** What the opening book says; null where the game has none. @param {Place & {lang: string}} place @returns {Promise<BookReport | null>} */
  book: async (place) => (await post("book", place)).book,
  /** The problems that come with a game. @param {string} game @returns {Promise<ProblemsAnswer>} */
  problems: (game) => ask(`problems?${query({ game })}`),
  /** Whether a move solves a problem. @param {Place & {goal: string, target: number[], move: string}} what @returns {Promise<ProblemAnswer>} */
  judge: (what) => post("problem", what),
  /** A puzzle of a game without a table. @param {string} game @param {number} number @returns {Promise<PuzzleAnswer>} */
  puzzle: (game, number) => ask(`puzzle?${query({ game, number })}`),
  /** @param {string} game @param {string} lang @returns {Promise<RulesAnswer>} */
  rules: (game, lang) => ask(`rules?${query({ game, lang })}`),
  /** @param {{game?: string, format?: string, text: string}} what @returns {Promise<RecordsAnswer>} */
  readRecords: (what) => post("records/read", what),
  /** @param {Place & {format: string, record?: object}} what @returns {Promise<string>} */
  writeRecord: async (what) => (await post("records/write", what)).text,
  /** @param {NewRoom} room @returns {Promise<RoomCreated>} */
  createRoom: (room) => post("rooms", room),
  /** @param {string} id @param {string} [side] @returns {Promise<Seated>} */
  sit: (id, side) => post(`rooms/${encodeURIComponent(id)}/sit`, side ? { side } : {}),
  /** @param {string} id @returns {Promise<RoomView>} */
  room: (id) => ask(`rooms/${encodeURIComponent(id)}`),
};
