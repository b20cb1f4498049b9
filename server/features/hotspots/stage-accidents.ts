import { basename } from 'node:path'
import { accidentsServerLimits } from '#contract/limits/hotspots-limits.ts'
import { lands } from '#domain/geo/lands.ts'
import { utm32Of } from '#domain/geo/utm.ts'
import type { DropReason } from '#server/feeds/feed.ts'
import { UnreadableFile } from '#server/feeds/table-file.ts'
import { type Coverage, readAccidents } from '#server/feeds/unfallatlas.ts'
import type { Place } from '#contract/base/place.ts'
import type { PlaceFinder } from '#server/places/built-up-areas.ts'
import type { AccidentsStore, StagedAccident } from './accidents.store.ts'
import { createSquares } from './other-accidents.ts'

/** The result of reading all files. */
export interface StagedCounts {
  read: number
  kept: number
  swapped: number
  dropped: Map<DropReason, { count: number; lines: FileLine[] }>
  /** The number of years of Länder. */
  parts: number
}

export interface FileLine {
  file: string
  line: number
}

/**
 * Reads tables of accidents and writes them as parts of an edition that is not yet visible: those with motorcycles one by
 * one, the places of all others in squares.
 * @param onShare receives the share that was read, 0 to 1.
 * @throws {UnreadableFile} for the first file that cannot be read, or that repeats another one.
 */
export async function stageAccidents(
  { store, finder }: { store: AccidentsStore; finder: PlaceFinder },
  { edition, paths }: { edition: number; paths: readonly string[] },
  onShare: (share: number) => void,
): Promise<StagedCounts> {
  const counts: StagedCounts = { read: 0, kept: 0, swapped: 0, dropped: new Map(), parts: 0 }
  const brought = new Map<string, string>()
  for (const [index, path] of paths.entries()) {
    const file = basename(path)
    const parts = createParts(store, finder, { edition, file, brought })
    let waiting: StagedAccident[] = []
    const squares = createSquares()
    const stageOthers = async () => {
      for (const piece of squares.taken()) await store.stageOthers(piece)
    }
    const readBefore = counts.read
    for await (const rows of readAccidents(path, (share) => onShare((index + share) / paths.length))) {
      counts.read += rows.read
      counts.swapped += rows.swapped
      for (const { reason, line } of rows.dropped) count(counts, reason, { file, line })
      for (const covered of rows.covered) parts.cover(covered, rows.withOthers)
      for (const accident of rows.accidents) {
        const builtUp = finder.builtUpAreaAt(accident) !== null
        waiting.push({ ...accident, partId: await parts.idFor(accident), builtUp })
      }
      while (waiting.length >= accidentsServerLimits.stagedRows) {
        await store.stage(waiting.slice(0, accidentsServerLimits.stagedRows))
        waiting = waiting.slice(accidentsServerLimits.stagedRows)
      }
      counts.kept += rows.accidents.length
      for (const other of rows.others) {
        squares.add(await parts.idFor(other), utm32Of(other), finder.builtUpAreaAt(other) !== null, other.predictor)
      }
      if (squares.count() >= accidentsServerLimits.gatheredOthers) await stageOthers()
    }
    if (counts.read === readBefore) throw new UnreadableFile(`${file} enthält keinen einzigen Unfall`)
    await store.stage(waiting)
    await stageOthers()
    counts.parts += await parts.finish()
  }
  return counts
}

function count(counts: StagedCounts, reason: DropReason, line: FileLine): void {
  const known = counts.dropped.get(reason) ?? { count: 0, lines: [] }
  known.count += 1
  if (known.lines.length < accidentsServerLimits.namedLines) known.lines.push(line)
  counts.dropped.set(reason, known)
}

interface Part {
  /** Null before its first accident, or its end. */
  id: Promise<number> | null
  land: number | null
  year: number
  /** One bit a month. */
  months: number
  withOthers: boolean
}

/** The parts in one file. */
function createParts(
  store: AccidentsStore,
  finder: PlaceFinder,
  { edition, file, brought }: { edition: number; file: string; brought: Map<string, string> },
) {
  const parts = new Map<string, Part>()

  const partOf = ({ land, year }: Pick<Part, 'land' | 'year'>): Part => {
    const key = `${land} ${year}`
    const part = parts.get(key) ?? { id: null, land, year, months: 0, withOthers: false }
    parts.set(key, part)
    return part
  }

  /** @param land of the part, where the table does not name it. */
  const begin = (part: Part, land: number): Promise<number> => {
    const region = part.land === null ? file : String(part.land)
    const other = brought.get(`${region} ${part.year}`)
    if (other !== undefined) {
      const what = part.land === null ? 'Unfälle von' : (lands[part.land] ?? '')
      throw new UnreadableFile(`${file} und ${other} bringen beide ${what} ${part.year}`)
    }
    brought.set(`${region} ${part.year}`, file)
    const { year, withOthers } = part
    return store.addPart(edition, { region, land, whole: part.land !== null, year, months: 0, withOthers })
  }

  return {
    cover({ land, year, month }: Coverage, withOthers: boolean): void {
      const part = partOf({ land, year })
      part.months |= 1 << month
      part.withOthers = withOthers
    },

    idFor(accident: Place & Pick<Part, 'land' | 'year'>): Promise<number> {
      const part = partOf(accident)
      part.id ??= begin(part, accident.land ?? finder.nearest(accident)?.land ?? 0)
      return part.id
    },

    /** Writes which months each part covers, also for a Land's year without a motorcycle. Returns the number of parts. */
    async finish(): Promise<number> {
      const whole = [...parts.values()].filter(({ id, land }) => id !== null || land !== null)
      for (const part of whole) {
        await store.setMonths(await (part.id ?? begin(part, part.land ?? 0)), bitsIn(part.months))
      }
      return whole.length
    },
  }
}

function bitsIn(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length
}
