import { type Position, type Range, tracking } from '#contract/tracking.ts'
import { positionsOf } from '#domain/position-columns.ts'
import { call } from '#web/api/call.ts'

/** The positions of a range, fetched by columns: a mobile network carries a fraction of the bytes. */
export async function callHistory(
  deviceId: string,
  range: Range,
): Promise<{ positions: Position[]; truncated: boolean }> {
  const reply = await call(tracking.history, { params: { deviceId }, query: { ...range, format: 'columns' } })
  const positions = 'pages' in reply ? reply.pages.flatMap(positionsOf) : reply.positions
  return { positions, truncated: reply.truncated }
}
