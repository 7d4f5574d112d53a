// Words for screen readers, and short sounds for those who want them.

import { settings } from "./settings.js";

/** Says something politely. @param {string} text */
export function say(text) {
  const live = document.getElementById("live");
  if (live && text) live.textContent = text;
}

/** Pitch in hertz and length in seconds. @type {Record<"move" | "take" | "end" | "tick", [number, number]>} */
const TONES = { move: [330, 0.07], take: [210, 0.1], end: [523, 0.5], tick: [880, 0.03] };

/** @type {AudioContext | null} */
let audio = null;

/** A knock of wood, a bell for the end, a tick of the clock: made here, not loaded. @param {"move" | "take" | "end" | "tick"} what */
export function sound(what) {
  if (!settings.get().sound) return;
  audio ??= new AudioContext();
  const [pitch, length] = TONES[what];
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const now = audio.currentTime;
  tone.type = what === "end" ? "sine" : "triangle";
  tone.frequency.setValueAtTime(pitch * 1.6, now);
  tone.frequency.exponentialRampToValueAtTime(pitch, now + 0.03);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
}
