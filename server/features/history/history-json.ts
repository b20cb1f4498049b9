import { createInstantWriter } from '#domain/time/instant-writer.ts'
import { positionColumnsOf } from '#domain/history/position-columns.ts'
import type { PositionPage } from '#domain/history/position-page.ts'
import type { HistoryPages } from './history.service.ts'

/** The reply of the history call, a page at a time: while one is sent and the next is read, other work gets its turn. */
export async function* historyJson(
  { pages, truncated, oldestDeletedAt }: HistoryPages,
  format?: 'columns',
): AsyncGenerator<string, void> {
  yield format === 'columns' ? '{"pages":[' : '{"positions":['
  let separator = ''
  for await (const page of pages) {
    if (page.times.length === 0) continue
    yield separator + (format === 'columns' ? JSON.stringify(positionColumnsOf(page)) : positionsJson(page))
    separator = ','
  }
  yield `],"truncated":${truncated},"oldestDeletedAt":${JSON.stringify(oldestDeletedAt)}}`
}

/** What the contract names of each position, and nothing else of what is stored: straight from the lists to text. */
function positionsJson({ times, latitude, longitude, accuracy, speed, course, flag }: PositionPage): string {
  const instant = createInstantWriter()
  let json = ''
  for (const [index, time] of times.entries()) {
    json += `${index === 0 ? '' : ','}{"latitude":${latitude[index]},"longitude":${longitude[index]},"recordedAt":"${instant(time)}"`
    json += member('accuracy', accuracy[index])
    json += member('speed', speed[index])
    json += member('course', course[index])
    json += `${member('flag', flag[index])}}`
  }
  return json
}

/** A member of an object after others; nothing if there is no value. */
function member(name: keyof PositionPage, value: number | string | null | undefined): string {
  if (value === null || value === undefined) return ''
  return `,"${name}":${typeof value === 'number' ? value : JSON.stringify(value)}`
}
