import { type Position, position } from '#contract/tracking.ts'
import { columnsOf } from '#domain/position-columns.ts'
import type { HistoryPages } from './tracking.service.ts'

/** The reply of the history call, a page at a time: while one is sent and the next is read, others get their turn. */
export async function* historyJson(
  { pages, truncated, oldestDeletedAt }: HistoryPages,
  format?: 'columns',
): AsyncGenerator<string, void> {
  yield format === 'columns' ? '{"pages":[' : '{"positions":['
  let separator = ''
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + (format === 'columns' ? JSON.stringify(columnsOf(page)) : page.map(written).join(','))
    separator = ','
  }
  yield `],"truncated":${truncated},"oldestDeletedAt":${JSON.stringify(oldestDeletedAt)}}`
}

const fields = Object.keys(position.shape)

/** What the contract names, and nothing else of what is stored. */
function written(stored: Position): string {
  return JSON.stringify(stored, fields)
}
