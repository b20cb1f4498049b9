import { neighbouringFix } from '#domain/track/replay.ts'
import { momentAt, riddenBy, type RidingTime } from '#domain/track/riding-time.ts'

/** How many times as fast as the ride was. */
export const paces = [1, 5, 20] as const
export type Pace = (typeof paces)[number]

/** A ride of twenty minutes in one. */
const usualPace: Pace = 20

export interface PlaybackState {
  /** The moment shown, milliseconds; null before anything was played or pointed at. */
  moment: number | null
  playing: boolean
  pace: Pace
}

/** What is played. */
export interface Playable {
  from: number
  to: number
  /** What there is to watch of it. */
  riding: RidingTime
  /** Of the fixes in it. */
  times: readonly number[]
}

export type Playback = ReturnType<typeof createPlayback>

/** A replay by time: its own small store, so that sixty updates a second concern only what shows them. */
export function createPlayback(initial: Playable) {
  let playable = initial
  let state: PlaybackState = { moment: null, playing: false, pace: usualPace }
  const listeners = new Set<() => void>()
  const change = (next: Partial<PlaybackState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const within = (moment: number) => Math.min(playable.to, Math.max(playable.from, moment))
  const moment = () => within(state.moment ?? momentAt(playable.riding, 0))
  const isOver = () => riddenBy(playable.riding, moment()) >= playable.riding.ridingMs

  return {
    current: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Replaces the track, and begins at its beginning. */
    load(next: Playable): void {
      playable = next
      change({ moment: null, playing: false })
    },
    /** The track has grown: the replay goes on. */
    extend(next: Playable): void {
      playable = next
      if (state.moment !== null) change({ moment: within(state.moment) })
    },
    /** Plays, from the beginning if the end is reached; or stops. */
    toggle(): void {
      if (state.playing) return change({ playing: false })
      change({ playing: true, moment: isOver() ? momentAt(playable.riding, 0) : moment() })
    },
    seek: (to: number): void => change({ moment: within(to) }),
    /** Moves to the fix before or after, and stops there. */
    step: (direction: -1 | 1): void =>
      change({ playing: false, moment: within(neighbouringFix(playable.times, moment(), direction)) }),
    setPace: (pace: Pace): void => change({ pace }),
    /** This much time has passed for the user who watches. */
    tick(elapsedMs: number): void {
      if (!state.playing) return
      const { riding } = playable
      const ridden = riddenBy(riding, moment()) + elapsedMs * state.pace
      change({ moment: momentAt(riding, ridden), playing: ridden < riding.ridingMs })
    },
  }
}
