// One small store: a value, ways to change it, and listeners called once per turn of the event loop.

/**
 * @template T
 * @typedef {{get: () => T, set: (change: Partial<T>) => void, listen: (f: (value: T) => void) => () => void}} Store
 */

/**
 * @template {object} T
 * @param {T} initial
 * @returns {Store<T>}
 */
export function createStore(initial) {
  let value = initial;
  let waiting = false;
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change };
      if (waiting) return;
      waiting = true;
      queueMicrotask(() => {
        waiting = false;
        for (const listener of [...listeners]) listener(value);
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * What is kept in this browser for each game; without storage it lasts as long as the page.
 * @template T
 * @param {string} key
 */
export function keptByGame(key) {
  /** @returns {Record<string, T>} */
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
    } catch {
      return {};
    }
  };
  return {
    get: (/** @type {string} */ game) => read()[game],
    /** @param {string} game @param {T} value */
    set(game, value) {
      try {
        localStorage.setItem(key, JSON.stringify({ ...read(), [game]: value }));
      } catch {
        // Nothing can be kept.
      }
    },
  };
}
