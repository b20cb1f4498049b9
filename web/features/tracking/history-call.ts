import type { Reply } from '#contract/endpoint.ts'
import { type Position, type Range, tracking } from '#contract/tracking.ts'
import { positionsOf } from '#domain/position-columns.ts'
import { call } from '#web/api/call.ts'

/** The positions of a range, fetched by columns: a mobile network carries a fraction of the bytes. */
export async function callHistory(
  deviceId: string,
  range: Range,
): Promise<{ positions: Position[]; truncated: boolean }> {
  const reply = await call(tracking.history, { params: { deviceId }, query: { ...range, format: 'columns' } })
  return { positions: positionsIn(reply), truncated: reply.truncated }
}

/** Whichever way they travelled. */
function positionsIn(reply: Reply<typeof tracking.history>): Position[] {
  return 'pages' in reply ? reply.pages.flatMap(positionsOf) : reply.positions
}
