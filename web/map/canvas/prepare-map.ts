/**
 * Fetches the code that draws maps and starts its workers, so that the first map of a page is there sooner. A failure shows
 * later.
 */
export async function prepareMap(): Promise<void> {
  try {
    const { prewarm } = await import('./maplibre.ts')
    prewarm()
  } catch {
    // Ignored: showing a map retries and shows the error.
  }
}
