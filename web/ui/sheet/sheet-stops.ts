/** Where a sheet over a map can rest: showing its first line, half of the map's height, or all of it. */
export const sheetStops = ['peek', 'half', 'full'] as const
export type SheetStop = (typeof sheetStops)[number]

/** In CSS pixels. */
export type SheetHeights = Record<SheetStop, number>

/** How far ahead a flick is followed: about as long as a thumb's flick takes. */
const flickMs = 160

/**
 * Where a sheet comes to rest when it is let go.
 * @param height it has just now, in CSS pixels.
 * @param speed in CSS pixels a millisecond, upwards positive.
 */
export function stopAfterDrag(heights: SheetHeights, height: number, speed: number): SheetStop {
  const ahead = height + speed * flickMs
  const distance = (stop: SheetStop) => Math.abs(heights[stop] - ahead)
  return sheetStops.reduce((nearest, stop) => (distance(stop) < distance(nearest) ? stop : nearest))
}

/** One stop further up or down, as far as it goes. */
export function stopBeside(stop: SheetStop, direction: 'up' | 'down'): SheetStop {
  const next = sheetStops.indexOf(stop) + (direction === 'up' ? 1 : -1)
  return sheetStops[next] ?? stop
}

/** What a press of the sheet's button leads to: further up, and from the top down to its first line. */
export function stopAfterPress(stop: SheetStop): SheetStop {
  return stop === 'full' ? 'peek' : stopBeside(stop, 'up')
}
