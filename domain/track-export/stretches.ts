import { isGap } from '#domain/track.ts'
import type { Position } from '#contract/tracking.ts'

/** How a format writes a stretch of a track: what begins it, a fix of it, and what ends it. */
interface StretchFormat<Fix> {
  opening: string
  fix(position: Fix): string
  end: string
}

/**
 * The stretches of a track in a format that encloses each, a piece for each page; an empty track has none.
 * @param pages positions, the oldest first. A gap in time starts a new stretch, across pages too.
 */
export async function* writtenStretches<Fix extends Position>(
  pages: AsyncIterable<readonly Fix[]>,
  { opening, fix, end }: StretchFormat<Fix>,
): AsyncGenerator<string, void> {
  let previous: Fix | undefined
  for await (const page of pages) {
    let written = ''
    for (const position of page) {
      if (previous === undefined) written += opening
      else if (isGap(previous.recordedAt, position.recordedAt)) written += end + opening
      written += fix(position)
      previous = position
    }
    yield written
  }
  if (previous !== undefined) yield end
}
