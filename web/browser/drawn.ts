/** What an answer brings is drawn, and its pictures are fetched, within this time: they come first. */
export const drawnMs = 2_000

/** Once an answer that has just come is drawn. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, drawnMs))
}
