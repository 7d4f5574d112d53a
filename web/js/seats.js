// Which seats this browser holds: a secret token for each room, kept here and never in an address.

const KEY = "yomikiri.rooms";
const MOST = 60;

/** @typedef {{token?: string, game: string, at: number}} Kept */

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

/** @param {string} room @param {string} game @param {string | undefined} token */
export function keep(room, game, token) {
  const rooms = all();
  rooms[room] = { game, at: Date.now(), token: token ?? rooms[room]?.token };
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
