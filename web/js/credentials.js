// Which seats this browser holds: a secret token for each room, kept here and never in an address.

const KEY = "yomikiri.rooms";
const MOST = 60;

/**
 * A room as it was last seen from here; `winner` is there once the game is over, null for a draw.
 * @typedef {{token?: string, game: string, at: number, ply?: number, winner?: string | null, opponent?: string, won?: boolean}} Kept
 */

/** @returns {Record<string, Kept>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} room */
export const tokenOf = (room) => all()[room]?.token;

/** @param {string} room @param {string} game @param {{token?: string, ply?: number, winner?: string | null, opponent?: string, won?: boolean}} [facts] */
export function keep(room, game, facts = {}) {
  const rooms = all();
  rooms[room] = { ...rooms[room], game, at: Date.now(), ...facts };
  const newest = Object.entries(rooms).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

/** Rooms visited from here, newest first. */
export function recent() {
  return Object.entries(all()).map(([room, kept]) => ({ room, ...kept })).sort((a, b) => b.at - a.at);
}
