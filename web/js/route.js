// Addresses of the page and what they mean.

/**
 * @typedef {{page: "lobby"} | {page: "room", room: string}
 *   | {page: "analysis", game: string, position: string, moves: string[]}
 *   | {page: "tables", game: string, what: string} | {page: "rules", game: string} | {page: "learn", game: string}
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
  if (head === "a") {
    const moves = (query.get("m") ?? "").split(/[,\s]+/).filter((move) => move !== "");
    return { page: "analysis", game: tail, position: query.get("p") ?? "", moves };
  }
  if (head === "t") return { page: "tables", game: tail, what: query.get("w") ?? "" };
  if ((head === "api" || head === "settings") && !tail) return { page: head };
  if (head === "rules" || head === "learn") return { page: head, game: tail };
  return { page: "lost" };
}

/** @param {{game: string, position?: string, moves?: string[]}} place */
export function analysisPath({ game, position, moves = [] }) {
  const query = new URLSearchParams();
  if (position) query.set("p", position);
  if (moves.length > 0) query.set("m", moves.join(","));
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `/a/${encodeURIComponent(game)}${text ? `?${text}` : ""}`;
}

/** @param {string} room */
export const roomPath = (room) => `/r/${encodeURIComponent(room)}`;
/** @param {string} game @param {string} [what] */
export const tablePath = (game, what) => `/t/${encodeURIComponent(game)}${what ? `?w=${encodeURIComponent(what)}` : ""}`;
/** @param {string} game */
export const learnPath = (game) => `/learn/${encodeURIComponent(game)}`;
/** @param {string} game */
export const rulesPath = (game) => `/rules/${encodeURIComponent(game)}`;
