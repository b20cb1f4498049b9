import { clock } from '#web/browser/clock.ts'
import { formatAgo } from '#web/texts/formats.ts'
import type { RideView } from './ride.ts'
import { countryWords, type NoticeWords, receptionWords, ridingTexts as texts, weatherStatusWords } from './texts.ts'

/** What keeps warnings from coming. One that changes its kind is another notice; one that grows older stays the same. */
export interface Notice extends NoticeWords {
  kind: string
}

/** All notices of a moment of the ride, the gravest first. */
export function noticesOf({ knowledge, reception, awayMs, country }: RideView, isAwake: boolean, now: Date): Notice[] {
  const { asOf, isOld, truncated, weather } = knowledge
  const all: [kind: string, words: NoticeWords | null | false][] = [
    [`reception ${reception}`, receptionWords[reception]],
    ['nothing known', isOld && asOf === null && texts.nothingKnown],
    ['old', isOld && asOf !== null && texts.asOf(formatAgo(clock.at(asOf), now))],
    ['away', awayMs > 0 && texts.away(awayMs / 1000)],
    ['no wake lock', !isAwake && texts.noWakeLock],
    ['truncated', truncated && texts.truncated],
    [`weather ${weather}`, asOf !== null && weatherStatusWords[weather]],
    [`country ${country}`, country !== null && countryWords[country]],
  ]
  return all.flatMap(([kind, words]) => (words === null || words === false ? [] : [{ kind, ...words }]))
}
