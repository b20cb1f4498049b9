import { setImmediate as othersTurn } from 'node:timers/promises'
import { poiExchangeLimits } from '#contract/poi-exchange/poi-exchange-limits.ts'
import { type ImportFormat, type OwnPoiFile, ownPoiSource, type Skipped } from '#contract/poi-exchange/poi-exchange.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { cut } from '#contract/base/text.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { FileMistake, fileMistakeInWords } from '#domain/files/file-mistake.ts'
import type { ExchangedPoi, ReadEntry } from '#domain/poi-exchange/exchanged-poi.ts'
import { placeKey, seemsSwapped, turned } from '#domain/poi-exchange/swapped.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ownPoiIdOf, positionOf } from './own-poi-ids.ts'
import type { OwnPoiTiles } from './own-poi-tiles.ts'
import type { OwnPoi, OwnPoiPosition, OwnPoisStore } from './own-pois.store.ts'
import { readPoiFiles } from './poi-archive.ts'
import { Problem } from '#server/http/problem.ts'
import type { TileAddress } from '#server/tiles/tile.ts'

const { most, batch, pageSize, nameLength, commentLength, namedLines, importMinutes } = poiExchangeLimits

interface Parts {
  store: OwnPoisStore
  tiles: OwnPoiTiles
  clock: Clock
  newId: () => string
}

export type OwnPoisService = ReturnType<typeof createOwnPoisService>

/** A user's own POIs: read from files, listed, removed. Nobody else ever sees them. */
export function createOwnPoisService({ store, tiles, clock, newId }: Parts) {
  return {
    /** POIs that the user already has, from whichever file, are not imported again. */
    async read(
      userId: string,
      { name, swapped }: { name: string; swapped?: 'turn' | 'keep' | undefined },
      file: () => Promise<Uint8Array>,
      hasLeft: AbortSignal,
    ) {
      const read = await readInPieces(await file(), name, hasLeft)
      if (read.entries.length === 0) throw new Problem('NO_POIS_IN_FILE')
      const entries = withoutSwapped(read.entries, swapped)
      const fresh = newAmong(entries, await store.places(userId), read.skips)
      return {
        file: await keep(userId, { name, format: read.format, pois: fresh }),
        skipped: [...read.skips.values()],
        shortened: read.shortened,
      }
    },

    async list(userId: string, query: { limit?: number | undefined; cursor?: string | undefined }) {
      const limit = query.limit ?? pageSize
      const found = await store.page(userId, query.cursor === undefined ? null : readCursor(query.cursor), limit + 1)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = found.length > limit && last !== undefined ? ownPoiIdOf(last) : null
      return { pois: page.map(poiOf), nextCursor }
    },

    async find(userId: string, id: string): Promise<Poi> {
      const position = positionOf(id)
      const found = position === null ? null : await store.find(userId, position)
      if (found === null) throw new Problem('NOT_FOUND')
      return poiOf(found)
    },

    tile: (userId: string, address: TileAddress) => tiles.tile(userId, address),
    files: (userId: string) => store.files(userId),
    removeAll: (userId: string) => store.removeAll(userId),
  }

  async function keep(
    userId: string,
    { name, format, pois }: { name: string; format: ImportFormat; pois: readonly ExchangedPoi[] },
  ): Promise<OwnPoiFile> {
    const now = clock.now()
    await store.forgetUnfinished(userId, new Date(now.getTime() - importMinutes * minuteMs))
    const id = newId()
    const file = { name, format, readAt: now.toISOString(), pois: pois.length }
    if (pois.length === 0) return file
    if (!(await store.begin({ ...file, id, userId }, most))) throw new Problem('TOO_MANY_OWN_POIS')
    for (let start = 0; start < pois.length; start += batch) {
      await store.add(id, start + 1, pois.slice(start, start + batch))
    }
    await store.show(id)
    return file
  }
}

/**
 * Reads a file some characters at a time, whether or not they hold a POI. So other work gets its turn in between, and
 * reading stops when the caller has left.
 * @throws {Problem} UNREADABLE_FILE with the place of the mistake; TOO_MANY_OWN_POIS as soon as it is clear.
 */
async function readInPieces(bytes: Uint8Array, name: string, hasLeft: AbortSignal) {
  const found: Entry[] = []
  const skips = new Map<Skipped['reason'], Skipped>()
  let shortened = 0
  try {
    const { format, entries } = readPoiFiles(bytes, name)
    for (const entry of entries) {
      if (entry === null) {
        await othersTurn()
        hasLeft.throwIfAborted()
      } else if ('skipped' in entry) countSkip(skips, entry)
      else {
        const poi = fitted(entry.poi)
        if (poi !== entry.poi) shortened += 1
        found.push({ line: entry.line, poi })
      }
      if (found.length > most) throw new Problem('TOO_MANY_OWN_POIS')
    }
    return { format, entries: found, skips, shortened }
  } catch (error) {
    if (error instanceof FileMistake) throw new Problem('UNREADABLE_FILE', { message: fileMistakeInWords(error) })
    throw error
  }
}

interface Entry {
  line: number
  poi: ExchangedPoi
}

/**
 * The entries, in which latitude and longitude that seem swapped are swapped back or kept, as the user says.
 * @throws {Problem} COORDINATES_SWAPPED if most places of a file seem swapped and the user has not been asked.
 */
function withoutSwapped(entries: readonly Entry[], answer: 'turn' | 'keep' | undefined): readonly Entry[] {
  const count = entries.filter(({ poi }) => seemsSwapped(poi)).length
  // In a list of the whole world, some places would lie in Europe when swapped.
  if (count <= entries.length / 2 || answer === 'keep') return entries
  if (answer === undefined) {
    const message = `Bei ${count.toLocaleString('de-DE')} von ${entries.length.toLocaleString('de-DE')} POIs scheinen Breite und Länge vertauscht zu sein: So lägen sie nicht in Europa. Sollen sie getauscht werden?`
    throw new Problem('COORDINATES_SWAPPED', { message })
  }
  return entries.map((entry) => (seemsSwapped(entry.poi) ? { ...entry, poi: turned(entry.poi) } : entry))
}

/** The POIs at places that the user does not have yet, each once; the others are counted as skipped. */
function newAmong(
  entries: readonly Entry[],
  known: Parameters<typeof placeKey>[0][],
  skips: Map<Skipped['reason'], Skipped>,
): ExchangedPoi[] {
  const keys = new Set(known.map(placeKey))
  return entries.flatMap(({ line, poi }) => {
    const key = placeKey(poi)
    if (keys.has(key)) {
      countSkip(skips, { line, skipped: 'known' })
      return []
    }
    keys.add(key)
    return [poi]
  })
}

function countSkip(
  skips: Map<Skipped['reason'], Skipped>,
  { line, skipped }: ReadEntry & { skipped: Skipped['reason'] },
) {
  const known = skips.get(skipped) ?? { reason: skipped, count: 0, lines: [] }
  known.count += 1
  if (known.lines.length < namedLines) known.lines.push(line)
  skips.set(skipped, known)
}

/** The same POI, with its texts cut to the length that we store. */
function fitted(poi: ExchangedPoi): ExchangedPoi {
  if (poi.name.length <= nameLength && (poi.comment ?? '').length <= commentLength) return poi
  return {
    ...poi,
    name: cut(poi.name, nameLength),
    comment: poi.comment === null ? null : cut(poi.comment, commentLength),
  }
}

function readCursor(text: string): OwnPoiPosition {
  const position = positionOf(text)
  if (position !== null) return position
  throw new Problem('VALIDATION_ERROR', { fields: { cursor: 'Dieser cursor stammt nicht aus einer Antwort.' } })
}

function poiOf(own: OwnPoi): Poi {
  const readAt = own.readAt.toISOString()
  return {
    id: ownPoiIdOf(own),
    poiType: 'User',
    latitude: own.latitude,
    longitude: own.longitude,
    street: null,
    postcode: null,
    city: null,
    speed: own.speed,
    createdAt: readAt,
    updatedAt: readAt,
    details: {
      ...(own.direction !== null && { direction: own.direction }),
      note: [own.name, own.comment].filter((text) => text !== null).join(': '),
      source: ownPoiSource,
      attribution: 'Eigene POIs',
      fetchedAt: readAt,
    },
  }
}
