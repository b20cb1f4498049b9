import { type PoiCategory, poiCategories } from '#contract/pois/pois.ts'
import { middleSeverity, type Severity } from '#domain/pois/severity.ts'

/**
 * How a category looks on the map and beside its name: a colour, an outline and a picture, so that nobody depends on only
 * one of the three. All in a square of 32 units; pictures after Tabler Icons (MIT), drawn in 24 units.
 */
export interface MapSymbol {
  /** Name of the colour's token in web/app/theme/tokens.css. */
  colour: string
  outline: string
  /** Strokes of the picture. */
  picture: readonly string[]
  /** Where the picture's 24 units lie within the outline. */
  at: { x: number; y: number; scale: number }
}

/** Side of the square that symbols are drawn in. */
export const symbolUnits = 32

const outlines = {
  square: 'M8 2h16a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6z',
  circle: 'M16 1.5a14.5 14.5 0 1 0 0 29a14.5 14.5 0 1 0 0-29z',
  hexagon:
    'M10 2.2h12a3 3 0 0 1 2.6 1.5l5.2 10.8a3 3 0 0 1 0 3l-5.2 10.8a3 3 0 0 1-2.6 1.5H10a3 3 0 0 1-2.6-1.5L2.2 17.5a3 3 0 0 1 0-3L7.4 3.7A3 3 0 0 1 10 2.2z',
  triangle: 'M13.2 3.2a3.2 3.2 0 0 1 5.6 0l11.3 20.6a3.2 3.2 0 0 1-2.8 4.7H4.7a3.2 3.2 0 0 1-2.8-4.7z',
  diamond:
    'M13.7 1.9a3.2 3.2 0 0 1 4.6 0l11.8 11.8a3.2 3.2 0 0 1 0 4.6L18.3 30.1a3.2 3.2 0 0 1-4.6 0L1.9 18.3a3.2 3.2 0 0 1 0-4.6z',
  marker: 'M16 1.5a10.5 10.5 0 0 1 10.5 10.5c0 7-10.5 18.5-10.5 18.5S5.5 19 5.5 12A10.5 10.5 0 0 1 16 1.5z',
} as const

const middle = { x: 6.4, y: 6.4, scale: 0.8 }

export const categorySymbols: Record<PoiCategory, MapSymbol> = {
  stationarySpeedCameras: {
    colour: '--color-category-stationary',
    outline: outlines.square,
    picture: [
      'M5 7h1a2 2 0 0 0 2-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2',
      'M9 13a3 3 0 1 0 6 0a3 3 0 0 0-6 0',
    ],
    at: middle,
  },
  mobileSpeedCameras: {
    colour: '--color-category-mobile',
    outline: outlines.circle,
    picture: [
      'M15 10l4.553-2.276a1 1 0 0 1 1.447.894v6.764a1 1 0 0 1-1.447.894L15 14v-4',
      'M3 8a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
    ],
    at: middle,
  },
  weather: {
    colour: '--color-category-weather',
    outline: outlines.hexagon,
    picture: ['M7 18a4.6 4.4 0 0 1 0-9a5 4.5 0 0 1 11 2h1a3.5 3.5 0 0 1 0 7', 'M11 13v2m0 3v2m4-5v2m0 3v2'],
    at: { x: 6.4, y: 5.6, scale: 0.8 },
  },
  accidents: {
    colour: '--color-category-accidents',
    outline: outlines.triangle,
    picture: ['M12 7v7', 'M12 18.5v.01'],
    at: { x: 5.2, y: 6, scale: 0.9 },
  },
  motorcycleHazards: {
    colour: '--color-category-motorcycle',
    outline: outlines.diamond,
    picture: [
      'M2 16a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
      'M16 16a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
      'M7.5 14h5l4-4H6m1.5 4l4-4',
      'M13 6h2l1.5 3l2 4',
    ],
    at: { x: 6.6, y: 7, scale: 0.78 },
  },
}

/** For whatever has no category that we know: a marker without a picture (specification, section 3). */
export const defaultSymbol: MapSymbol = {
  colour: '--color-category-default',
  outline: outlines.marker,
  picture: ['M9 11a3 3 0 1 0 6 0a3 3 0 0 0-6 0'],
  at: { x: 6.4, y: 3.2, scale: 0.8 },
}

/** For own POIs. */
export const ownSymbol: MapSymbol = { ...defaultSymbol, colour: '--color-category-own' }

/** Which symbol a POI has on the map; null for a category that we do not know. */
export type SymbolKind = PoiCategory | 'own' | null

export function symbolOf(kind: SymbolKind): MapSymbol {
  if (kind === null) return defaultSymbol
  return kind === 'own' ? ownSymbol : categorySymbols[kind]
}

/** What an image on the map shows, read from the name that a layer asks for it by. */
export type SymbolImage =
  | { kind: 'poi'; symbol: SymbolKind; severity: Severity; unconfirmed: boolean }
  | { kind: 'cluster'; sizePx: number; shares: number[] }

/** Names: `poi/weather`, `poi/own`, `poi/motorcycleHazards/3`, `poi/accidents/2/unconfirmed`, or `cluster/30/4,0,2,0,2` with the size in pixels and the share of each category. */
export const imagePrefixes = { poi: 'poi/', cluster: 'cluster/' } as const

/** The end of the name of a report that nobody has confirmed: drawn as an outline. */
export const unconfirmedMark = 'unconfirmed'

const severities: readonly Severity[] = [1, 2, 3]
const symbolKinds = [...poiCategories, 'own'] as const

export function parseImageName(name: string): SymbolImage | null {
  const [kind, first, second, third] = name.split('/')
  if (kind === 'poi') {
    const symbol = symbolKinds.find((each) => each === first) ?? null
    const severity = severities.find((each) => String(each) === second) ?? middleSeverity
    return { kind, symbol, severity, unconfirmed: third === unconfirmedMark }
  }
  const sizePx = Number(first)
  const shares = (second ?? '').split(',').map(Number)
  const sound = sizePx > 0 && shares.length === poiCategories.length && shares.every((share) => share >= 0)
  return kind === 'cluster' && sound ? { kind, sizePx, shares } : null
}
