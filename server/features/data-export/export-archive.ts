import * as z from 'zod/mini'
import { dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import { positionsFileName } from '#domain/data-export/file-names.ts'
import { readablePage, type ReadablePart } from '#domain/data-export/readable-page.ts'
import { withoutPlaces } from '#domain/data-export/without-hidden-places.ts'
import { positionsInPages } from '#domain/history/position-page.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import { germanTime } from '#domain/time/fix-time.ts'
import { type HiddenArea, outsideOf } from '#domain/privacy-zones/privacy-zones.ts'
import { gpxDocument, type GpxPosition } from '#domain/track-export/gpx.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { ExportProgress } from './taken-exports.store.ts'
import { dataExportFile, type ExportedPart, exportedParts } from './exported-parts.ts'
import type { ExportedDevice, ExportedRow, ExportedRowsStore } from './exported-rows.store.ts'
import { type ArchiveEntry, zipped } from './zip-stream.ts'

interface Parts {
  rows: ExportedRowsStore
  positions: Pick<PositionsStore, 'history'>
}

/** An export that is being written. */
export interface ExportArchive {
  bytes: AsyncIterable<Uint8Array>
  /** How far it is now. */
  progress(): ExportProgress
}

export interface ArchiveOf {
  userId: string
  email: string
  /** Places in them are left out, in every file. */
  areas: readonly HiddenArea[]
  at: Date
}

/** The share of the work that positions are, when there are any, in percent. */
const percentOfPositions = 90

interface Track {
  device: ExportedDevice
  file: string
  expected: number
}

/** Everything about an account as one ZIP archive. The positions come first, because the other files name their number. */
export function createExportArchive({ rows, positions }: Parts) {
  return async ({ userId, email, areas, at }: ArchiveOf): Promise<ExportArchive> => {
    const range = { start: retainedSince(at), end: believedUntil(at) }
    const tracks: Track[] = []
    for (const [index, device] of (await rows.devices(userId)).entries()) {
      const expected = await rows.countPositions(device.id, range.start, range.end)
      if (expected > 0) tracks.push({ device, expected, file: positionsFileName(device.name, index + 1) })
    }
    const all = tracks.reduce((sum, { expected }) => sum + expected, 0)
    const written: ExportedRow[] = []
    let done = 0
    let progress: ExportProgress = { percent: 0, step: 'RECORDS', stepName: null }
    const isAt = (step: ExportProgress['step'], stepName: string | null = null) => {
      const percent = all === 0 ? 0 : Math.min(percentOfPositions, Math.floor((percentOfPositions * done) / all))
      progress = { percent, step, stepName }
    }

    async function* read({ device }: Track): AsyncGenerator<GpxPosition[], void> {
      for await (const page of positionsInPages(positions.history(device.id, range.start, range.end))) {
        yield page
        done += page.length
        isAt('POSITIONS', device.name)
      }
    }

    async function* counted({ device, file }: Track, pages: AsyncIterable<GpxPosition[]>) {
      let count = 0
      let [from, to]: (string | null)[] = [null, null]
      for await (const page of pages) {
        yield page
        count += page.length
        from ??= page[0]?.recordedAt ?? null
        to = page.at(-1)?.recordedAt ?? to
      }
      written.push({ deviceId: device.id, file, positions: count, from: dateOf(from), to: dateOf(to) })
    }

    async function* entries(): AsyncGenerator<ArchiveEntry, void> {
      for (const track of tracks) {
        const { device } = track
        isAt('POSITIONS', device.name)
        const head = {
          name: device.name,
          description: `Positionen vom ${germanTime(range.start)} bis ${germanTime(at)} (deutsche Zeit)`,
          createdAt: at,
        }
        const pages = areas.length === 0 ? read(track) : outsideOf(areas, read(track))
        yield { name: track.file, content: gpxDocument(head, counted(track, pages)) }
      }
      isAt('PICTURES')
      for (const id of await rows.pictures(userId)) {
        const picture = await rows.picture(id)
        if (picture !== null) yield { name: `bilder/${id}.webp`, content: only(picture) }
      }
      isAt('RECORDS')
      const listed: ReadablePart[] = []
      const rowsOf = ({ read }: ExportedPart) =>
        read === null ? only(written) : withoutPlaces(areas, rows.rows(read, userId))
      yield { name: 'daten.json', content: jsonFile(rowsOf, listed, at) }
      yield { name: 'schema.json', content: only(`${JSON.stringify(z.toJSONSchema(dataExportFile), null, 2)}\n`) }
      yield {
        name: 'README.html',
        content: inTurns(readablePage({ email, createdAt: at, lacksPlaces: areas.length > 0 }, listed)),
      }
    }

    return { bytes: zipped(entries(), at), progress: () => progress }
  }
}

function dateOf(instant: string | null | undefined): Date | null {
  return typeof instant === 'string' ? new Date(instant) : null
}

async function* only<Value>(value: Value): AsyncGenerator<Value, void> {
  yield value
}

async function* inTurns<Value>(values: Iterable<Value>): AsyncGenerator<Value, void> {
  yield* values
}

/** All rows, and on the way what the readable page lists of each part. */
async function* jsonFile(
  rowsOf: (part: ExportedPart) => AsyncIterable<readonly ExportedRow[]>,
  listed: ReadablePart[],
  at: Date,
): AsyncGenerator<string, void> {
  const head = { product: 'Wegwarte', version: 1, createdAt: at.toISOString() }
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const part of exportedParts) {
    const first: ExportedRow[] = []
    let count = 0
    yield `,\n  ${JSON.stringify(part.name)}: [`
    for await (const page of rowsOf(part)) {
      yield page.map((row, index) => `${count + index === 0 ? '' : ','}\n    ${JSON.stringify(row)}`).join('')
      count += page.length
      first.push(...page.slice(0, dataExportServerLimits.listedRows - first.length))
    }
    yield count === 0 ? ']' : '\n  ]'
    listed.push({ title: part.title, columns: part.fields, rows: first, count })
  }
  yield '\n}\n'
}
