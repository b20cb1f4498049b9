import { useSyncExternalStore } from 'react'

/** How a rider hears of something. */
export interface Sound {
  kind: 'voice' | 'tone' | 'silent'
  /** The name of a voice of this browser; null: its usual German one. */
  voice: string | null
  /** Percent. */
  volume: number
}

export const usualSound: Sound = { kind: 'voice', voice: null, volume: 100 }

const buzzMs = [250, 120, 250]

/** Tells the rider of something, by voice or tone, and by vibration. */
export function announce(words: string, sound: Sound): void {
  navigator.vibrate?.(buzzMs)
  say(words, sound)
}

/** Says it in German; a tone where the browser has no voice. */
export function say(words: string, sound: Sound): void {
  if (sound.kind === 'silent') return
  if (sound.kind === 'tone' || !canSpeak()) {
    void playTone(sound.volume / 100)
    return
  }
  const utterance = new SpeechSynthesisUtterance(words)
  const voice = germanVoices().find(({ name }) => name === sound.voice)
  utterance.lang = 'de-DE'
  utterance.volume = sound.volume / 100
  if (voice !== undefined) utterance.voice = voice
  // A browser that has speech may still have no voice for it, or lose it on the way.
  utterance.addEventListener('error', () => void playTone(sound.volume / 100))
  speechSynthesis.speak(utterance)
}

export function canSpeak(): boolean {
  return 'speechSynthesis' in window
}

/** The German voices of this browser, as a component's state: they arrive some time after the page. */
export function useGermanVoices(): readonly SpeechSynthesisVoice[] {
  const names = useSyncExternalStore(
    onVoices,
    () => germanVoices().length,
    () => 0,
  )
  return names === 0 ? [] : germanVoices()
}

function germanVoices(): SpeechSynthesisVoice[] {
  return canSpeak() ? speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith('de')) : []
}

function onVoices(listener: () => void): () => void {
  if (!canSpeak()) return () => undefined
  speechSynthesis.addEventListener('voiceschanged', listener)
  return () => speechSynthesis.removeEventListener('voiceschanged', listener)
}

const tone = { hertz: [784, 1047], beatSeconds: 0.22 }

/** Two rising notes; nothing where the browser allows no sound. */
async function playTone(volume: number): Promise<void> {
  try {
    const context = new AudioContext()
    await context.resume()
    const gain = new GainNode(context, { gain: volume })
    gain.connect(context.destination)
    for (const [beat, frequency] of tone.hertz.entries()) {
      const oscillator = new OscillatorNode(context, { type: 'triangle', frequency })
      oscillator.connect(gain)
      oscillator.start(context.currentTime + beat * tone.beatSeconds)
      oscillator.stop(context.currentTime + (beat + 0.9) * tone.beatSeconds)
      if (beat === tone.hertz.length - 1) oscillator.addEventListener('ended', () => void context.close())
    }
  } catch {
    // The picture and the vibration are there without it.
  }
}
