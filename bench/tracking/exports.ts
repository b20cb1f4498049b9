import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trackFormats } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { positionsInPages } from '#domain/history/position-page.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { trackFiles } from '#server/features/history/track-files.ts'
import { median, table } from '#bench/pois/figures.ts'

const count = 20_000
const rounds = 7
const start = new Date('2026-03-01T00:00:00Z')
const end = new Date(start.getTime() + count * minuteMs)
const track = { name: 'Enduro', description: 'Vierzehn Tage', createdAt: end }

/** 20,000 positions from the embedded database into each kind of file, in comparison with the same pages as plain JSON. */
export async function measureExports(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  await fillWithMigratedDatabase(folder)
  const embedded = await openEmbedded(folder, 'server')
  const { database, close } = connect({ socketFolder: embedded.socketFolder })
  await fill(database)
  const pages = () => positionsInPages(createPositionsStore(database).history('device', start, end))
  const plain = await medianOf(() => asJson(pages()))
  const rows: (string | number)[][] = [['JSON', ...figuresOf(plain, plain)]]
  for (const format of trackFormats) {
    rows.push([format, ...figuresOf(await medianOf(() => trackFiles[format].content(track, pages())), plain)])
  }
  console.log(`export of ${count.toLocaleString('en')} positions`)
  console.log(table(['format', 'ms', 'of JSON', 'MB'], rows))
  await close()
  await embedded.close()
  rmSync(folder, { recursive: true })
}

interface Run {
  ms: number
  characters: number
}

async function medianOf(write: () => AsyncIterable<string>): Promise<Run> {
  const times: number[] = []
  let characters = 0
  for (let round = 0; round < rounds; round += 1) {
    characters = 0
    const startedAt = performance.now()
    for await (const piece of write()) characters += piece.length
    times.push(performance.now() - startedAt)
  }
  return { ms: median(times), characters }
}

function figuresOf({ ms, characters }: Run, plain: Run): string[] {
  return [ms.toFixed(0), (ms / plain.ms).toFixed(2), (characters / 1e6).toFixed(1)]
}

async function* asJson(pages: AsyncIterable<unknown>) {
  for await (const page of pages) yield JSON.stringify(page)
}

async function fill(database: Database): Promise<void> {
  const positions = Array.from({ length: count }, (_, index) => ({
    deviceId: 'device',
    recordedAt: new Date(start.getTime() + index * minuteMs),
    receivedAt: end,
    latitude: 49 + index / 1e5,
    longitude: 8.4037,
    accuracy: 5,
    altitude: 115,
    speed: 50,
    course: 90,
    flag: null,
  }))
  await database.transaction().execute((transaction) => keepPositions(transaction, positions))
}
