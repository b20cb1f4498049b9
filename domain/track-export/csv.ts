import type { Instant } from '#contract/base/place.ts'
import type { PositionFlag } from '#contract/history/history.ts'
import { hourMs } from '#contract/base/time-units.ts'
import type { GpxPosition } from './gpx.ts'
import { isBreak } from './breaks.ts'
import { wallTime } from '#domain/time/time.ts'

/**
 * A track as a table that a German Excel opens by a double click. It has semicolons and decimal commas, because Excel reads
 * 8.403 as eight thousand and 12.05 as a day in May, and a mark at the beginning that says UTF-8. Rows as in RFC 4180.
 * No cell contains text that a user wrote, so nothing needs quotes and no formula can get in.
 * @param pages positions, the oldest first.
 */
export async function* csvDocument(pages: AsyncIterable<readonly GpxPosition[]>): AsyncGenerator<string, void> {
  yield `\uFEFF${columns.join(';')}\r\n`
  let previous: GpxPosition | undefined
  let stretch = 1
  const germanTime = germanClock()
  for await (const page of pages) {
    let written = ''
    for (const position of page) {
      if (previous !== undefined && isBreak(previous, position)) stretch += 1
      written += row(position, germanTime(position.recordedAt), stretch)
      previous = position
    }
    yield written
  }
}

const columns = [
  'Zeit (UTC)',
  'Zeit (Deutschland)',
  'Breite (°)',
  'Länge (°)',
  'Höhe (m)',
  'Genauigkeit (m)',
  'Tempo (km/h)',
  'Kurs (°)',
  'Hinweis',
  'Abschnitt',
]

const doubts: Record<PositionFlag, string> = { MOCK: 'simuliert', LAST_KNOWN: 'letzte bekannte' }

function row(position: GpxPosition, germanTime: string, stretch: number): string {
  const { latitude, longitude, altitude, accuracy, speed, course, flag, recordedAt } = position
  const cells = [
    new Date(recordedAt).toISOString(),
    germanTime,
    decimal(latitude, 7),
    decimal(longitude, 7),
    decimal(altitude, 1),
    decimal(accuracy, 1),
    decimal(speed, 1),
    decimal(course, 1),
    flag === undefined ? '' : doubts[flag],
    String(stretch),
  ]
  return `${cells.join(';')}\r\n`
}

/**
 * Writes `25.10.2026 02:30:00`, which Excel reads as a time. The column with UTC distinguishes the hour that comes twice.
 * The offset from UTC is looked up once an hour, which is when it may change: otherwise it would be most of the work.
 */
function germanClock(): (at: Instant) => string {
  let hour = NaN
  let aheadMs = 0
  return (at) => {
    const time = Date.parse(at)
    if (Math.floor(time / hourMs) !== hour) {
      hour = Math.floor(time / hourMs)
      aheadMs = Date.parse(`${wallTime(new Date(hour * hourMs).toISOString())}Z`) - hour * hourMs
    }
    const wall = new Date(time + aheadMs).toISOString()
    return `${wall.slice(8, 10)}.${wall.slice(5, 7)}.${wall.slice(0, 4)} ${wall.slice(11, 19)}`
  }
}

function decimal(value: number | undefined, decimals: number): string {
  return value === undefined ? '' : value.toFixed(decimals).replace('.', ',')
}
