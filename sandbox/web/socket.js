// The connection to the sandbox: numbered requests with their answers, and events.

import { afterPress } from "./press.js";

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 4000;

export class Refused extends Error {}
export class Disconnected extends Error {}

export class Line {
  /** `onopen` is called after each connection, `onclose` after each loss, and `onevent` with each event. */
  constructor({ onopen, onclose, onevent }) {
    this.listeners = { onopen, onclose, onevent };
    this.waiting = new Map();
    this.number = 0;
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/page/socket`);
    this.socket.addEventListener("open", () => {
      this.pause = FIRST_PAUSE;
      this.listeners.onopen();
    });
    this.socket.addEventListener("message", (packet) =>
      afterPress(() => this.receive(JSON.parse(packet.data))),
    );
    this.socket.addEventListener("close", () => afterPress(() => this.lose()));
  }

  /** Send a request. The promise has the result, or fails with `Refused` or `Disconnected`. */
  ask(request) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.reject(new Disconnected());
    this.number += 1;
    const number = this.number;
    this.socket.send(JSON.stringify({ number, ...request }));
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  receive(body) {
    if (body.event !== "answer") {
      this.listeners.onevent(body);
      return;
    }
    const { resolve, reject } = this.waiting.get(body.number);
    this.waiting.delete(body.number);
    if (body.refused === undefined) resolve(body.result);
    else reject(new Refused(body.refused));
  }

  lose() {
    for (const { reject } of this.waiting.values()) reject(new Disconnected());
    this.waiting.clear();
    this.listeners.onclose();
    // The sandbox may be restarting, so the page tries again at growing intervals.
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 1.6, LONGEST_PAUSE);
  }
}
