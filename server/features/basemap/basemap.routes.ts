import { basemap } from '#contract/basemap/basemap.ts'
import { basemapLimits } from '#contract/basemap/basemap-limits.ts'
import type { Api } from '#server/http/api.ts'
import { Prepared } from '#server/http/prepared.ts'
import { Problem } from '#server/http/problem.ts'
import { readTileAddress } from '#server/http/vector-tiles.ts'
import type { Archive } from '#server/tiles/archive.ts'

/** @param archive null: the operator has no base map of their own. */
export function registerBasemapRoutes(api: Api, archive: Archive | null): void {
  api.on(basemap.tile, async ({ params, header }) => {
    if (archive === null) throw new Problem('NOT_FOUND')
    const address = readTileAddress(params)
    const { version } = archive.info
    // The address of a replaced archive still gives tiles, those of the new one, but they must not be kept under it.
    if (params.version === version) {
      header('cache-control', `public, max-age=${basemapLimits.keptSeconds}, immutable`)
    }
    const { zoom, column, row } = address
    return new Prepared(`${version}-${zoom}-${column}-${row}`, () => archive.tile(address))
  })
}
