import type { Instant } from '#contract/base/place.ts'
import { wallTime } from './time.ts'

/*
 * A wall time as forms and addresses hold it: `2026-10-25T02:30`. In the hour that comes twice in October it may have its
 * offset, which says which of both is meant: `2026-10-25T02:30+01:00`.
 */

/** Which of both a time without an offset means. A range begins with the first and ends with the last. */
export type IfTwice = 'first' | 'last'

export const skippedTime =
  'Diese Uhrzeit gibt es an dem Tag nicht, weil die Uhren vorgestellt werden. Bitte wählen Sie eine andere.'

/** The time of an instant, as a form holds it. */
export function typedTime(instant: Instant): string {
  const wall = wallTime(instant)
  const offset = offsets.find((each) => Date.parse(`${wall}${each}`) === minuteOf(instant))
  return instantsOfTyped(wall).length > 1 ? `${wall}${offset ?? ''}` : wall
}

/** The instant of a time that was typed; null if it is none, or is skipped in March. */
export function instantOfTyped(typed: string, ifTwice: IfTwice): Instant | null {
  return instantsOfTyped(typed).at(ifTwice === 'first' ? 0 : -1) ?? null
}

/** All instants at which German clocks show a time, in order: two in October's hour, unless its offset chooses one. */
export function instantsOfTyped(typed: string): Instant[] {
  const [, wall, chosen] = pattern.exec(typed) ?? []
  if (wall === undefined) return []
  return offsets.flatMap((offset) => {
    const time = Date.parse(`${wall}${offset}`)
    if (Number.isNaN(time) || (chosen !== undefined && chosen !== offset)) return []
    const instant = new Date(time).toISOString()
    return wallTime(instant) === wall ? [instant] : []
  })
}

/** Whether German clocks never show a time, because they are put forward in March. */
export function isSkipped(typed: string): boolean {
  const wall = typed.slice(0, 16)
  return pattern.test(typed) && !Number.isNaN(Date.parse(`${wall}Z`)) && instantsOfTyped(wall).length === 0
}

/** Both with and without seconds, as browsers write it. */
const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d{1,3})?)?(\+0[12]:00)?$/

/** Of summer, then of winter: the order in which they come. */
const offsets = ['+02:00', '+01:00']

function minuteOf(instant: Instant): number {
  return Date.parse(`${instant.slice(0, 16)}Z`)
}
