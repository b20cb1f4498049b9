import { neighbouringFix, playedOn, type Quiet } from '#domain/replay.ts'

export const playbackRates = [1, 2, 5, 10, 30, 60] as const
export type PlaybackRate = (typeof playbackRates)[number]

export interface PlaybackState {
  /** The moment shown, milliseconds; null before anything was played or pointed at. */
  moment: number | null
  playing: boolean
  /** How much faster than the ride itself. */
  rate: PlaybackRate
}

/** What is played. */
export interface Playable {
  from: number
  to: number
  times: readonly number[]
  quiet: readonly Quiet[]
}

export type Playback = ReturnType<typeof createPlayback>

/** A replay by time: its own small store, so that sixty moments a second concern only what shows them. */
export function createPlayback(initial: Playable) {
  let playable = initial
  let state: PlaybackState = { moment: null, playing: false, rate: 10 }
  const listeners = new Set<() => void>()
  const change = (next: Partial<PlaybackState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const within = (moment: number) => Math.min(playable.to, Math.max(playable.from, moment))
  const moment = () => within(state.moment ?? playable.from)

  return {
    current: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Something else is played, from its beginning. */
    load(next: Playable): void {
      playable = next
      change({ moment: null, playing: false })
    },
    /** There is more of the same: what plays goes on. */
    extend(next: Playable): void {
      playable = next
      if (state.moment !== null) change({ moment: within(state.moment) })
    },
    /** Plays on, from the beginning where the end is reached; or stops. */
    toggle(): void {
      if (state.playing) return change({ playing: false })
      change({ playing: true, moment: moment() >= playable.to ? playable.from : moment() })
    },
    seek: (to: number): void => change({ moment: within(to) }),
    /** To the fix before or after, and no further by itself. */
    step: (direction: -1 | 1): void =>
      change({ playing: false, moment: within(neighbouringFix(playable.times, moment(), direction)) }),
    setRate: (rate: PlaybackRate): void => change({ rate }),
    /** So much time has gone by on the clock of the one who watches. */
    tick(elapsedMs: number): void {
      if (!state.playing) return
      const next = within(playedOn(playable.quiet, moment(), elapsedMs * state.rate))
      change({ moment: next, playing: next < playable.to })
    },
  }
}
