import type { GpxPosition } from '#domain/track-export/gpx.ts'

/** A position of 1 March 2026, at a time such as `08:00:00` (UTC). */
export function fix(time: string, more: Partial<GpxPosition> = {}): GpxPosition {
  return { latitude: 49.0069, longitude: 8.4037, recordedAt: `2026-03-01T${time}.000Z`, ...more }
}

export async function* inTurn(pages: readonly (readonly GpxPosition[])[]) {
  yield* pages
}

export async function wholeOf(pieces: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const piece of pieces) whole += piece
  return whole
}
