import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'

/* How texts and numbers of trackers are read. Each function returns null for what it cannot read, and never throws. */

/** Longer than any number that a tracker writes: a double has at most 17 significant digits. */
const longestNumber = 40
const decimalPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** A finite decimal number, sent as a number or as text; `""`, `NaN`, `52,52` and `{0}` are none. */
export function decimal(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const written = typeof value === 'string' ? value.trim() : ''
  if (written.length > longestNumber || !decimalPattern.test(written)) return null
  const number = Number(written)
  return Number.isFinite(number) ? number : null
}

/** A measurement within what is possible; anything else is unknown. Both limits are inclusive. */
export function measurement(value: unknown, least: number, most: number): number | null {
  const number = decimal(value)
  return number !== null && number >= least && number <= most ? number : null
}

/** Below it, epoch numbers count seconds, above it milliseconds (protocols, section 1.1). */
const lastEpochSecond = 2 ** 31 - 1

/** A time with nanoseconds, blanks and its zone is shorter. */
const longestTime = 60
const writtenPattern =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(?:Z|([+\- ])(\d\d):?(\d\d))?$/i

/**
 * An instant: epoch seconds or milliseconds, ISO 8601, or `yyyy-MM-dd HH:mm:ss[.SSS]`. A written time without a zone is
 * UTC, whatever the server's zone.
 */
export function instant(value: unknown): Date | null {
  const epoch = decimal(value)
  if (epoch !== null) return existing(epoch < lastEpochSecond ? epoch * 1000 : epoch)
  const written = typeof value === 'string' ? value.trim() : ''
  const match = written.length > longestTime ? null : writtenPattern.exec(written)
  if (match === null) return null
  const [, year, month, day, hour, minute, second, fraction = '0', sign, zoneHours = '0', zoneMinutes = '0'] = match
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = Date.parse(`${wall}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  // JavaScript turns 31 February into March; a tracker that sends it has a broken clock.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(wall)) return null
  // An unescaped "+" in an address arrives as a space.
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * minuteMs * (sign === '-' ? -1 : 1)
  return existing(time - zone)
}

function existing(time: number): Date | null {
  const date = new Date(time)
  return time < 0 || Number.isNaN(date.getTime()) ? null : date
}

/** A printable name that a tracker of the inventory can have, trimmed. Some trackers send numbers for it. */
export function trackerName(value: unknown): string | null {
  const name = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const isName = name !== '' && name.length <= gatewayServerLimits.trackerIdLength && !/[\p{Cc}\p{Cs}]/u.test(name)
  return isName ? name : null
}
