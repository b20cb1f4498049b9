import { lostSight, weigh } from '#domain/alarms/departure.ts'
import { isInDoubt } from '#domain/alarms/movement.ts'
import { parkedAt, toldOf, type Watched } from '#domain/alarms/parked.ts'
import { heardAt, rhythmPatienceSeconds, usualPatienceSeconds } from '#domain/alarms/silence.ts'
import { memoryOf, type TrackerMemory } from '#domain/alarms/tracker-memory.ts'
import type { Sharpness } from '#domain/guard-zones/guard-zones.ts'
import { placeOf, type Reported } from './receiver.ts'

/** Judges the reports of one guarded tracker, each newer than the last, and says when an e-mail is sent. */
export type Rule = (report: Reported) => boolean

/** At most an e-mail in a quarter of an hour, and 20 a day. A movement that may not be told waits. */
function tellingRarely(judge: (report: Reported, mayTell: boolean) => boolean): Rule {
  let [quietUntil, day, today, newest] = [-Infinity, 0, 0, -Infinity]
  return (report) => {
    if (report.at <= newest) return false
    newest = report.at
    if (Math.floor(report.at / 86_400) !== day) [day, today] = [Math.floor(report.at / 86_400), 0]
    const told = judge(report, report.at >= quietUntil && today < 20)
    if (told) [quietUntil, today] = [report.at + 900, today + 1]
    return told
  }
}

/** The rule of `domain/alarms/departure.ts`. @param hears what else the tracker tells. */
export function departure(hears: 'places' | 'everything', sharpness: Sharpness): Rule {
  return watching(hears, sharpness, null).judge
}

/** The same with what is remembered of its tracker, and whether it requests a position after the report that it judged last. */
export function watching(hears: 'places' | 'everything', sharpness: Sharpness, remembered: TrackerMemory | null) {
  let watched: Watched | null = null
  const judge = tellingRarely((report, mayTell) => {
    const fix = {
      ...placeOf(report),
      accuracy: report.told,
      recordedAt: new Date(report.at * 1000),
      speedKmh: hears === 'everything' ? report.speedKmh : null,
      isStirred: hears === 'everything' ? report.isStirred : false,
      isRequested: report.isRequested,
    }
    if (watched === null) {
      const memory = remembered ?? memoryOf(fix)
      watched = { parked: parkedAt(fix, memory), memory }
      return false
    }
    const lost = lostSight(watched, watched.parked.lastAt, fix.recordedAt)
    const before = watched.parked.lastAt
    const { evidence, parked, memory } = weigh({ ...watched, parked: lost ?? watched.parked }, fix, sharpness)
    const tells = (lost !== null || evidence !== null) && mayTell
    watched = { parked: tells ? toldOf(parked, fix) : parked, memory: heardAt(memory, before, null, fix.recordedAt) }
    return tells
  })
  return {
    judge,
    isInDoubt: () => watched !== null && isInDoubt(watched),
    memory: () => (watched === null ? null : watched.memory),
    /** When silence after the last report is told, as a movement or as such, in seconds; null if it is not. */
    toldAfterSilence(mostSeconds: number): number | null {
      const known = watched
      if (known === null) return null
      const patience = rhythmPatienceSeconds(known.memory) ?? usualPatienceSeconds.THEFT
      const isTold = (seconds: number) =>
        seconds >= patience ||
        lostSight(known, known.parked.lastAt, new Date(known.parked.lastAt.getTime() + 1000 * seconds)) !== null
      for (let seconds = 30; seconds <= mostSeconds; seconds += 30) if (isTold(seconds)) return seconds
      return null
    },
  }
}
