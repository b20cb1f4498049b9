import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { quietTimes, type ReplayTrack } from '#domain/track/replay.ts'
import { ridingTime } from '#domain/track/riding-time.ts'
import type { Chapter } from '#domain/track/trips.ts'
import { wantsNoMotion } from '#web/browser/motion.ts'
import type { Occasion } from '../chapters/chapter-choice.ts'
import { createPlayback, type Playable, type Playback } from './playback.ts'

/**
 * The replay of a track, or of one chapter of it, and what it plays; runs while it plays.
 * @param occasion what is looked at, by identity: while it stays the same, more of the track does not disturb the replay.
 */
export function usePlayback(
  track: ReplayTrack,
  chapters: readonly Chapter[],
  chapter: Chapter | null,
  occasion: Occasion,
): { playback: Playback; playable: Playable } {
  const quiet = useMemo(() => quietTimes(track, chapters), [track, chapters])
  const playable = useMemo((): Playable => {
    const [from, to] = spanOf(track, chapter)
    // A stop that was chosen is not skipped.
    const riding = ridingTime(chapter === null || chapter.kind === 'trip' ? quiet : [], from, to)
    const isOnTheWay = (time: number) => riding.pieces.some((piece) => piece.from <= time && time <= piece.to)
    return { from, to, riding, times: track.times.filter(isOnTheWay) }
  }, [track, chapter, quiet])
  const [playback] = useState(() => createPlayback(playable))
  const loadedFor = useRef(occasion)
  useEffect(() => {
    if (loadedFor.current === occasion) playback.extend(playable)
    else playback.load(playable)
    loadedFor.current = occasion
  }, [playback, playable, occasion])
  useRunning(playback)
  return { playback, playable }
}

/** From when to when, in milliseconds. */
function spanOf({ times }: ReplayTrack, chapter: Chapter | null): [from: number, to: number] {
  if (chapter !== null) return [Date.parse(chapter.start), Date.parse(chapter.end)]
  return [times[0] ?? 0, times.at(-1) ?? 0]
}

/** The moment shown, as a component's state. */
export function useMoment(playback: Playback): number | null {
  return useSyncExternalStore(playback.subscribe, () => playback.current().moment)
}

const calmTickMs = 1_000

/** Frame by frame; once a second for users who want no motion. */
function useRunning(playback: Playback): void {
  const playing = useSyncExternalStore(playback.subscribe, () => playback.current().playing)
  useEffect(() => {
    if (!playing) return undefined
    if (wantsNoMotion()) {
      const timer = setInterval(() => playback.tick(calmTickMs), calmTickMs)
      return () => clearInterval(timer)
    }
    let before: number | undefined
    const next = (time: number) => {
      if (before !== undefined) playback.tick(time - before)
      before = time
      frame = requestAnimationFrame(next)
    }
    let frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  }, [playback, playing])
}
