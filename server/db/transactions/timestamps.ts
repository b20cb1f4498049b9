import pg from 'pg'

const { TIMESTAMPTZ } = pg.types.builtins
const driver: { getTypeParser(type: number): (text: string) => unknown } = pg.types
const anyTimestamp = driver.getTypeParser(TIMESTAMPTZ)

/**
 * The instant of a `timestamptz` as PostgreSQL writes it: `2026-03-29 01:30:00.25+00`. A batch of reports reads some
 * thousand of them, and the driver's three regular expressions for each took more time than all the rules. What is written
 * otherwise (a year before 1000 or after 9999, a zone with minutes, infinity) is left to the driver.
 */
export function timestampOf(text: string): unknown {
  const zoneAt = text.length - 3
  const sign = text.charCodeAt(zoneAt)
  const isUsual =
    (sign === plus || sign === minus) &&
    (zoneAt === secondsEnd || (text.charCodeAt(secondsEnd) === point && zoneAt <= fractionEnd)) &&
    text.charCodeAt(10) === space &&
    text.charCodeAt(0) !== zero
  if (!isUsual) return anyTimestamp(text)
  const hours = twoDigits(text, zoneAt + 1)
  return new Date(
    Date.UTC(
      twoDigits(text, 0) * 100 + twoDigits(text, 2),
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11) - (sign === plus ? hours : -hours),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds(text, zoneAt),
    ),
  )
}

const [plus, minus, point, space, zero] = [0x2b, 0x2d, 0x2e, 0x20, 0x30]
/** Up to here `2026-03-29 01:30:00`, then at most six digits of the second. */
const secondsEnd = 19
const fractionEnd = secondsEnd + 1 + 6

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero
}

/** PostgreSQL leaves out zeros at the end. Digits beyond a millisecond are cut off. */
function milliseconds(text: string, end: number): number {
  let value = 0
  for (let at = secondsEnd + 1; at < secondsEnd + 4; at += 1) {
    value = value * 10 + (at < end ? text.charCodeAt(at) - zero : 0)
  }
  return value
}

/** The driver's types, with ours for `timestamptz`. */
export const databaseTypes = new pg.TypeOverrides()
databaseTypes.setTypeParser(TIMESTAMPTZ, timestampOf)
