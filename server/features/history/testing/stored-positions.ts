import { positionsIn } from '#domain/history/position-page.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'

/** All positions of a device up to now, oldest first. */
export async function storedPositions(positions: PositionsStore, deviceId: string, now: Date) {
  const read = []
  for await (const page of positions.history(deviceId, new Date(0), now)) read.push(...positionsIn(page))
  return read
}
