import { createHash } from 'node:crypto'
import { poiExchangeServerLimits } from '#contract/poi-exchange/poi-exchange-limits.ts'
import { poiCategories } from '#contract/pois/pois.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ownPoiIdOf } from './own-poi-ids.ts'
import type { OwnPoint, OwnPoisStore } from './own-pois.store.ts'
import { Prepared } from '#server/http/prepared.ts'
import { encodingsOf } from '#server/http/vector-tiles.ts'
import { createTileThread, orClosing, type TileIndex, type TileThread } from '#server/tiles/tile-index.ts'
import type { IndexedPoi } from '#server/tiles/points.ts'
import type { TileAddress } from '#server/tiles/tile.ts'

const { readTogether, keptForTiles, keptMinutes } = poiExchangeServerLimits

/**
 * Map tiles of own POIs, separate for each user. All share one thread, which keeps the POIs of recent users. Users who come
 * back later wait until theirs are read again, about a second for 50,000.
 */
export interface OwnPoiTiles {
  tile(userId: string, address: TileAddress): Promise<Prepared>
  close(): Promise<void>
}

interface Parts {
  store: Pick<OwnPoisStore, 'shownFiles' | 'points'>
  clock: Clock
  /** How many POIs are kept, not counting those of users whose tiles are being made. */
  kept?: number
  createThread?: (onLost: (error: Error) => void) => TileThread
}

/** The POIs of one user, as they were at a time. */
interface Kept {
  userId: string
  pois: number
  index: Promise<TileIndex>
  /** Tiles that are being made. */
  asked: number
  lastAskedAt: number
}

export function createOwnPoiTiles({
  store,
  clock,
  kept: most = keptForTiles,
  createThread = createTileThread,
}: Parts): OwnPoiTiles {
  /** By version; the one that was asked for longest ago comes first. */
  const kept = new Map<string, Kept>()
  let thread: TileThread | null = null
  let reading: Promise<unknown> = Promise.resolve()
  const sweep = setInterval(dropUnwanted, 60_000).unref()

  async function makeTile(version: string, userId: string, files: readonly File[], address: TileAddress) {
    const of = kept.get(version) ?? begin(userId, files)
    kept.delete(version)
    kept.set(version, of)
    of.asked += 1
    of.lastAskedAt = clock.now().getTime()
    try {
      return await (await of.index).tile(address, poiCategories)
    } catch (error) {
      // Another call for the same POIs may have begun to read them again.
      if (kept.get(version) === of) kept.delete(version)
      throw error
    } finally {
      of.asked -= 1
      dropUnwanted()
    }
  }

  function begin(userId: string, files: readonly File[]): Kept {
    const pois = files.reduce((sum, file) => sum + file.pois, 0)
    // One user after the other, so that only the POIs of one are being read.
    const index = reading.then(() => read(files))
    reading = index.catch(() => undefined)
    return { userId, pois, index, asked: 0, lastAskedAt: 0 }
  }

  async function read(files: readonly File[]): Promise<TileIndex> {
    thread ??= createThread(() => {
      thread = null
      kept.clear()
    })
    const index = thread.begin()
    await orClosing(index, fill(index, files))
    return index
  }

  async function fill(index: TileIndex, files: readonly File[]): Promise<void> {
    for (const { id } of files) await readFile(id, index)
    await index.finish()
  }

  async function readFile(id: string, index: TileIndex): Promise<void> {
    for (let after = 0, more = true; more;) {
      const points = await store.points(id, after, readTogether)
      index.add(points.map((point) => indexed(id, point)))
      after = points.at(-1)?.number ?? after
      more = points.length === readTogether
    }
  }

  /** Drops what nobody asked for lately, what is older than the user's newest version, and what is too much. */
  function dropUnwanted(): void {
    const now = clock.now().getTime()
    const newest = new Map([...kept].map(([version, { userId }]) => [userId, version]))
    let sum = [...kept.values()].reduce((pois, of) => pois + of.pois, 0)
    for (const [version, of] of kept) {
      const isOld = now - of.lastAskedAt > keptMinutes * minuteMs || newest.get(of.userId) !== version
      if (of.asked > 0 || !(isOld || sum > most)) continue
      sum -= of.pois
      kept.delete(version)
      void of.index.then(
        (index) => index.close(),
        () => undefined,
      )
    }
  }

  return {
    async tile(userId, address) {
      const files = await store.shownFiles(userId)
      const version = versionOf(userId, files)
      const name = [version, address.zoom, address.column, address.row].join('-')
      return new Prepared(name, async () =>
        files.length === 0 ? null : encodingsOf(await makeTile(version, userId, files, address)),
      )
    },
    async close() {
      clearInterval(sweep)
      await thread?.close()
    },
  }
}

type File = Awaited<ReturnType<OwnPoisStore['shownFiles']>>[number]

/** A file never changes: the same files are the same POIs, in every process. */
function versionOf(userId: string, files: readonly File[]): string {
  return createHash('sha256')
    .update([userId, ...files.map(({ id }) => id)].join())
    .digest('base64url')
    .slice(0, 22)
}

function indexed(fileId: string, { number, direction, ...point }: OwnPoint): IndexedPoi {
  return {
    ...point,
    id: ownPoiIdOf({ fileId, number }),
    poiType: 'User',
    details: direction === null ? {} : { direction },
  }
}
