/** One soft knock when a turn begins; off by default. Browsers allow sound only after a click or a key. */

const STORAGE_KEY = "numberhouse.sound";
const SECONDS = 0.14;

let speaker: AudioContext | null = null;

export function isSoundOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) === "on";
}

export function setSound(isOn: boolean): void {
  if (isOn) localStorage.setItem(STORAGE_KEY, "on");
  else localStorage.removeItem(STORAGE_KEY);
}

/** Plays the knock if sound is on: a low note and its octave, like a tile on wood. */
export function playKnock(): void {
  if (!isSoundOn()) return;
  speaker ??= new AudioContext();
  void speaker.resume().then(() => {
    note(speaker!, 330, 0.12);
    note(speaker!, 660, 0.04);
  });
}

function note(context: AudioContext, hertz: number, gain: number): void {
  const start = context.currentTime;
  const wave = new OscillatorNode(context, { type: "sine", frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.linearRampToValueAtTime(gain, start + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + SECONDS);
  wave.connect(volume).connect(context.destination);
  wave.start(start);
  wave.stop(start + SECONDS);
}
