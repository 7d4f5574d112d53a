// Addresses of the page and what they mean.

/**
 * @typedef {{page: "lobby"} | {page: "room", room: string}
 *   | {page: "analysis", game: string, position: string, moves: string[], coach: boolean}
 *   | {page: "tables", game: string, what: string, position: string, moves: string[]} | {page: "rules", game: string} | {page: "learn", game: string}
 *   | {page: "api"} | {page: "settings"} | {page: "lost"}} Route
 */

/** @param {string} path @param {string} [search] @returns {Route} */
export function readRoute(path, search = "") {
  const [head, ...rest] = path.split("/").filter((part) => part !== "");
  let tail;
  try {
    tail = decodeURIComponent(rest.join("/"));
  } catch {
    return { page: "lost" };
  }
  const query = new URLSearchParams(search);
  if (head === undefined) return { page: "lobby" };
  if (head === "r" && tail) return { page: "room", room: tail };
  const moves = (query.get("m") ?? "").split(/[,\s]+/).filter((move) => move !== "");
  const position = query.get("p") ?? "";
  if (head === "a") return { page: "analysis", game: tail, position, moves, coach: query.has("coach") };
  if (head === "t") return { page: "tables", game: tail, what: query.get("w") ?? "", position, moves };
  if ((head === "api" || head === "settings") && !tail) return { page: head };
  if (head === "rules" || head === "learn") return { page: head, game: tail };
  return { page: "lost" };
}

/** What follows the question mark. @param {{w?: string | undefined, p?: string | undefined, m?: string[] | undefined, coach?: boolean | undefined}} parts */
function queryOf({ w, p, m = [], coach = false }) {
  const query = new URLSearchParams();
  if (w) query.set("w", w);
  if (p) query.set("p", p);
  if (m.length > 0) query.set("m", m.join(","));
  if (coach) query.set("coach", "1");
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return text ? `?${text}` : "";
}

/** @param {{game: string, position?: string, moves?: string[], coach?: boolean}} place */
export function analysisPath({ game, position, moves = [], coach = false }) {
  return `/a/${encodeURIComponent(game)}${queryOf({ p: position, m: moves, coach })}`;
}

/** @param {string} room */
export const roomPath = (room) => `/r/${encodeURIComponent(room)}`;
/** @param {string} game @param {string} [what] @param {{position: string, moves: string[]}} [at]  where one is in the game's tree */
export const tablePath = (game, what, at) => `/t/${encodeURIComponent(game)}${queryOf({ w: what, p: at?.position, m: at?.moves })}`;
/** @param {string} game */
export const learnPath = (game) => `/learn/${encodeURIComponent(game)}`;
/** @param {string} game */
export const rulesPath = (game) => `/rules/${encodeURIComponent(game)}`;
