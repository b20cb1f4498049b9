import { limits } from '#contract/limits.ts'

const skewMs = limits.tracking.futureSkewSeconds * 1000
/** Fewer trackers than this are no witnesses: one maker's may all be set to another zone. */
const leastTrackers = 3
/** Of the trackers that tell of now, so many have to agree. */
const agreeingShare = 2 / 3

/**
 * How far our clock is behind by the word of many trackers, whose receivers have their time from the satellites; null
 * where they do not say so. They cannot show that it is ahead: what waited in their buffers looks the same.
 * @param leadsMs of each tracker, how far the time of its last fix was ahead of ours when it came.
 */
export function lagByTrackers(leadsMs: readonly number[]): number | null {
  const ofNow = leadsMs.filter((lead) => lead >= -skewMs)
  const ahead = ofNow.filter((lead) => lead > skewMs).toSorted((one, other) => one - other)
  const median = ahead[Math.floor(ahead.length / 2)]
  if (median === undefined) return null
  const agreeing = ahead.filter((lead) => Math.abs(lead - median) <= skewMs).length
  return agreeing >= leastTrackers && agreeing >= ofNow.length * agreeingShare ? median : null
}
