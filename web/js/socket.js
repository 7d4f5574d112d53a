// A connection that comes back: after a drop, a sleep of the phone or a restart of the server.

/**
 * @typedef {"connecting" | "open" | "lost"} SocketState
 * @typedef {object} Handlers
 * @property {() => object | null} hello      the first message of every connection
 * @property {(message: any) => void} message
 * @property {(state: SocketState) => void} state
 */

const PING_EVERY = 15_000;
const SILENCE = 8_000;

/** How long to wait before another try: growing, with some chance in it so that not all come at once. @param {number} tries */
export function backoff(tries, chance = Math.random()) {
  return Math.min(8000, 250 * 2 ** Math.min(tries, 6)) * (0.75 + chance / 2);
}

export class ReconnectingSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setInterval>} */
  #beat;
  #heard = 0;
  #path;
  #handlers;

  /** @param {string} path @param {Handlers} handlers */
  constructor(path, handlers) {
    this.#path = path;
    this.#handlers = handlers;
    this.#beat = setInterval(() => this.#listen(), PING_EVERY);
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    // Deferred: the creator may not be ready for callbacks yet.
    this.#again(0);
  }

  /** Sends if connected. @param {object} message */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connects anew at once, as with another seat. */
  restart() {
    this.#drop();
    this.#again(0);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#drop();
  }

  #wake = () => {
    if (document.visibilityState === "hidden" || this.#closed) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#listen();
    else this.#again(0);
  };

  /** Asks whether the other end still answers; a connection that sleeps through it is given up. */
  #listen() {
    if (!this.send({ type: "ping", t: Date.now() })) return;
    const asked = performance.now();
    const socket = this.#socket;
    setTimeout(() => {
      if (!this.#closed && socket === this.#socket && this.#heard < asked) {
        this.#drop();
        this.#lost();
      }
    }, SILENCE);
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}`);
    this.#socket = socket;
    this.#handlers.state("connecting");
    socket.onopen = () => {
      this.#tries = 0;
      const hello = this.#handlers.hello();
      if (hello) this.send(hello);
      this.#handlers.state("open");
    };
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      this.#handlers.message(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #lost() {
    this.#socket = null;
    if (this.#closed) return;
    this.#handlers.state("lost");
    this.#again(backoff(this.#tries++));
  }

  /** @param {number} delay */
  #again(delay) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (!this.#closed && this.#socket?.readyState !== WebSocket.CONNECTING) this.#open();
    }, delay);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
  }
}
