import type { Position } from '#contract/history.ts'
import { isBreak } from './breaks.ts'

/** How a format writes a segment of a track: its beginning, each fix, and its end. */
interface StretchFormat<Fix> {
  opening: string
  fix(position: Fix): string
  end: string
}

/**
 * The segments of a track in a format that encloses each of them, one piece for each page. An empty track has none.
 * @param pages positions, the oldest first. A gap in time or a cut starts a new segment, across pages too.
 */
export async function* writtenStretches<Fix extends Position & { afterCut?: true }>(
  pages: AsyncIterable<readonly Fix[]>,
  { opening, fix, end }: StretchFormat<Fix>,
): AsyncGenerator<string, void> {
  let previous: Fix | undefined
  for await (const page of pages) {
    let written = ''
    for (const position of page) {
      if (previous === undefined) written += opening
      else if (isBreak(previous, position)) written += end + opening
      written += fix(position)
      previous = position
    }
    yield written
  }
  if (previous !== undefined) yield end
}
