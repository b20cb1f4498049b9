import type { GpxPosition } from './gpx.ts'

/**
 * Cuts a line wherever it crosses the antimeridian, so that no part crosses it (RFC 7946, section 3.1.9). At a cut, both
 * parts get the place of the crossing, each on its own side, with an interpolated time; nothing was measured there.
 */
export function cutAtAntimeridian(line: readonly GpxPosition[]): GpxPosition[][] {
  const parts: GpxPosition[][] = []
  let previous: GpxPosition | undefined
  for (const position of line) {
    const part = parts.at(-1)
    if (part === undefined || previous === undefined) parts.push([position])
    else if (Math.abs(position.longitude - previous.longitude) <= 180) part.push(position)
    else parts.push(crossing(previous, position, part))
    previous = position
  }
  return parts
}

/** Ends the part before the crossing, and returns the beginning of the part after it. */
function crossing(from: GpxPosition, to: GpxPosition, part: GpxPosition[]): GpxPosition[] {
  const side = from.longitude < 0 ? -180 : 180
  const before = Math.abs(side - from.longitude)
  const behind = Math.abs(-side - to.longitude)
  const share = before + behind === 0 ? 0 : before / (before + behind)
  const fromTime = Date.parse(from.recordedAt)
  const place = {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    recordedAt: new Date(fromTime + (Date.parse(to.recordedAt) - fromTime) * share).toISOString(),
  }
  if (before > 0) part.push({ ...place, longitude: side })
  return behind > 0 ? [{ ...place, longitude: -side }, to] : [to]
}
