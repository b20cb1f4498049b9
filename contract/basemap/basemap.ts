import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { tileParams, vectorTile } from '#contract/pois/pois.ts'
import { basemapLimits } from './basemap-limits.ts'

export const basemap = {
  tile: endpoint('GET', '/api/basemap/:version/:z/:x/:y.mvt', {
    // Police links show a map, and their readers have no session.
    access: 'public',
    limit: { per: 'network', perMinute: basemapLimits.tilesPerMinute },
    summary: 'Eine Kachel der eigenen Grundkarte als Mapbox Vector Tile; 204, wo sie nichts enthält; 404 ohne BASEMAP.',
    params: z.object({
      version: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
      ...tileParams.shape,
    }),
    form: 'file',
    mediaType: vectorTile,
    reply: z.string(),
    problems: ['NOT_FOUND'],
  }),
}
