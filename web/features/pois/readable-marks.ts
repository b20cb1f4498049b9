/** Something in a picture, in pixels from its middle. */
interface Mark {
  at: { x: number; y: number }
}

/** Those marks that neither hide one before them nor the pin in the middle. @param spacingPx the nearest that two may be. */
export function readableMarks<T extends Mark>(marks: readonly T[], spacingPx: number): T[] {
  const shown: T[] = []
  for (const mark of marks) {
    const near = [pin, ...shown.map(({ at }) => at)].some(
      ({ x, y }) => Math.hypot(mark.at.x - x, mark.at.y - y) < spacingPx,
    )
    if (!near) shown.push(mark)
  }
  return shown
}

/** The middle of the pin, which stands on the place. */
const pin = { x: 0, y: -20 }
