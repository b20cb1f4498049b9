import type { Reply } from '#contract/base/endpoint.ts'
import { history, type Position, type Range } from '#contract/history/history.ts'
import { positionsOf } from '#domain/history/position-columns.ts'
import { call } from '#web/api/calls/call.ts'

/** The positions of a range, fetched by columns: a mobile network carries a fraction of the bytes. */
export async function callHistory(
  deviceId: string,
  range: Range,
  signal: AbortSignal,
): Promise<{ positions: Position[]; truncated: boolean }> {
  const reply = await call(history.show, { params: { deviceId }, query: { ...range, format: 'columns' } }, { signal })
  return { positions: positionsIn(reply), truncated: reply.truncated }
}

/** Some positions of a whole range, which are there long before all. */
export async function callOutline(deviceId: string, range: Range, signal: AbortSignal): Promise<Position[]> {
  const { columns } = await call(history.outline, { params: { deviceId }, query: range }, { signal })
  return columns === null ? [] : positionsOf(columns)
}

/** In whichever format they were sent. */
export function positionsIn(reply: Reply<typeof history.show>): Position[] {
  return 'pages' in reply ? reply.pages.flatMap(positionsOf) : reply.positions
}
