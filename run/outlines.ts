import { readFileSync } from 'node:fs'
import type { FeatureCollection, MultiPolygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'

const name = 'virtual:outlines'
const file = new URL('../node_modules/world-atlas/countries-50m.json', import.meta.url)
/** ISO 3166-1, numeric: Germany and its neighbours. */
const countries = ['276', '040', '056', '203', '208', '250', '438', '442', '528', '616', '756']
/** About 100 m: finer than the source. */
const decimals = 3

/**
 * A Vite plugin: `import { outlines } from 'virtual:outlines'` gives the outlines of Germany and its neighbours, taken
 * from Natural Earth (public domain) when the app is built.
 */
export function outlinesPlugin(): Plugin {
  return {
    name: 'outlines',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const outlines = ${JSON.stringify(readOutlines())}` : null),
  }
}

function readOutlines(): FeatureCollection<MultiPolygon> {
  // A file of a pinned package: its shape is known.
  const world: Parameters<typeof feature>[0] = JSON.parse(readFileSync(file, 'utf8'))
  const shapes = feature(world, world.objects['countries'] ?? { type: 'GeometryCollection', geometries: [] })
  const features = shapes.type === 'FeatureCollection' ? shapes.features : [shapes]
  return {
    type: 'FeatureCollection',
    features: features.flatMap(({ id, geometry }) => {
      if (!countries.includes(String(id))) return []
      const polygons =
        geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : geometry.type === 'MultiPolygon'
            ? geometry.coordinates
            : []
      const coordinates = polygons.filter(isInEurope).map((rings) => rings.map((ring) => ring.map(rounded)))
      return [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }]
    }),
  }
}

/** Not a part overseas. */
function isInEurope([outer]: readonly Position[][]): boolean {
  const [longitude = 0, latitude = 0] = outer?.[0] ?? []
  return longitude > -10 && longitude < 30 && latitude > 40
}

function rounded(vertex: Position): Position {
  return vertex.map((degrees) => Number(degrees.toFixed(decimals)))
}
