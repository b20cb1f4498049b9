import { createInstantWriter } from '#domain/instant-writer.ts'
import { columnsOf } from '#domain/position-columns.ts'
import type { PositionPage } from '#domain/position-page.ts'
import type { HistoryPages } from './tracking.service.ts'

/** The reply of the history call, a page at a time: while one is sent and the next is read, others get their turn. */
export async function* historyJson(
  { pages, truncated, oldestDeletedAt }: HistoryPages,
  format?: 'columns',
): AsyncGenerator<string, void> {
  yield format === 'columns' ? '{"pages":[' : '{"positions":['
  let separator = ''
  for await (const page of pages) {
    if (page.times.length === 0) continue
    yield separator + (format === 'columns' ? JSON.stringify(columnsOf(page)) : positionsJson(page))
    separator = ','
  }
  yield `],"truncated":${truncated},"oldestDeletedAt":${JSON.stringify(oldestDeletedAt)}}`
}

/** What the contract names of each position, and nothing else of what is stored: straight from the lists to text. */
function positionsJson({ times, latitude, longitude, accuracy, speed, course, flag }: PositionPage): string {
  const instant = createInstantWriter()
  return times
    .map((time, index) => {
      const place = `"latitude":${latitude[index]},"longitude":${longitude[index]}`
      const measured =
        member('accuracy', accuracy[index]) + member('speed', speed[index]) + member('course', course[index])
      return `{${place},"recordedAt":"${instant(time)}"${measured}${member('flag', flag[index])}}`
    })
    .join(',')
}

/** A member of an object behind others; nothing where there is no value. */
function member(name: keyof PositionPage, value: number | string | null | undefined): string {
  if (value === null || value === undefined) return ''
  return `,"${name}":${typeof value === 'number' ? value : JSON.stringify(value)}`
}
