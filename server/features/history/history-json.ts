import { createInstantWriter } from '#domain/time/instant-writer.ts'
import { positionColumnsOf } from '#domain/history/position-columns.ts'
import type { PositionPage } from '#domain/history/position-page.ts'
import type { HistoryPages } from './history.service.ts'
import type { WrittenPage } from './stored-page.ts'

/** The reply of the history call, a page at a time: while one is sent and the next is read, other work gets its turn. */
export async function* historyJson(
  { pages, truncated, oldestDeletedAt }: HistoryPages,
  format?: 'columns',
): AsyncGenerator<string, void> {
  yield format === 'columns' ? '{"pages":[' : '{"positions":['
  let separator = ''
  for await (const page of pages) {
    if (page.times.length === 0) continue
    yield separator + pageJson(page, format)
    separator = ','
  }
  yield `],"truncated":${truncated},"oldestDeletedAt":${JSON.stringify(oldestDeletedAt)}}`
}

function pageJson(page: PositionPage | WrittenPage, format: 'columns' | undefined): string {
  if ('members' in page) return written(page)
  return format === 'columns' ? JSON.stringify(positionColumnsOf(page)) : written({ ...page, members: membersOf(page) })
}

function written({ times, members }: WrittenPage): string {
  const instant = createInstantWriter()
  return times.map((time, index) => `{"recordedAt":"${instant(time)}",${members[index]}}`).join(',')
}

/** What the contract names of each position but its time, and nothing else of what is stored. */
function membersOf({ latitude, longitude, accuracy, speed, course, flag }: PositionPage): string[] {
  return latitude.map((degrees, index) =>
    JSON.stringify({
      latitude: degrees,
      longitude: longitude[index],
      accuracy: accuracy[index] ?? undefined,
      speed: speed[index] ?? undefined,
      course: course[index] ?? undefined,
      flag: flag[index] ?? undefined,
    }).slice(1, -1),
  )
}
