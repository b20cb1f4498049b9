import type { PoiCategory } from '#contract/pois/pois.ts'

/** One note of a signal. */
interface Tone {
  hertz: number
  startsAtMs: number
  lastsMs: number
}

/** A signal per category, distinguished by rhythm and by whether it rises, so that nobody has to look which one it was. */
export const signalTones: Record<PoiCategory, readonly Tone[]> = {
  stationarySpeedCameras: evenly(180, [880, 880]),
  mobileSpeedCameras: evenly(140, [988, 988, 988]),
  weather: evenly(320, [660, 523]),
  accidents: evenly(160, [784, 1047, 784, 1047]),
  motorcycleHazards: evenly(170, [659, 831, 1047]),
}

/** Plays the notes and resolves when the last has faded. Rejects if there can be no sound. */
export async function playTones(tones: readonly Tone[]): Promise<void> {
  const context = new AudioContext()
  try {
    // After a click sound is allowed: a browser that suspended it is asked to go on.
    await context.resume()
    await Promise.all(tones.map((tone) => playTone(context, tone)))
  } finally {
    await context.close()
  }
}

const volume = 0.25
const fadeSeconds = 0.02

function playTone(context: AudioContext, { hertz, startsAtMs, lastsMs }: Tone): Promise<void> {
  const start = context.currentTime + startsAtMs / 1000
  const end = start + lastsMs / 1000
  const gain = context.createGain()
  // Without fading in and out, a note begins and ends with a click.
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + fadeSeconds)
  gain.gain.setValueAtTime(volume, end - fadeSeconds)
  gain.gain.linearRampToValueAtTime(0, end)
  const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: hertz })
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(end)
  return new Promise((resolve) => oscillator.addEventListener('ended', () => resolve()))
}

/** Notes of a quarter less than `beatMs`, one on each beat. */
function evenly(beatMs: number, notes: readonly number[]): Tone[] {
  return notes.map((hertz, beat) => ({ hertz, startsAtMs: beat * beatMs, lastsMs: 0.75 * beatMs }))
}
