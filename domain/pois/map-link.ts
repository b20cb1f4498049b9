import { latitude, longitude, type Place } from '#contract/base/place.ts'
import { bboxOf, readBbox } from '#domain/geo/bbox.ts'
import type { Box } from '#domain/geo/geo.ts'
import { type PoiCategory, poiCategories } from '#contract/pois/pois.ts'

/** What a link to the map can contain. It comes after the `#`, which no browser sends to a server. */
export interface MapLink {
  /** `zoom` is counted as in the specification. */
  view: { centre: Place; zoom: number } | null
  categories: readonly PoiCategory[] | null
  /** The POI or warning that is shown. */
  id: string | null
}

/** `#map=12.5/49.00690/8.40370&categories=accidents&id=…`; parts that make no sense are ignored. */
export function readMapLink(hash: string): MapLink {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const categories = values.get('categories')?.split(',')
  return {
    view: readView(values.get('map') ?? ''),
    categories: categories === undefined ? null : poiCategories.filter((category) => categories.includes(category)),
    id: values.get('id'),
  }
}

export function mapLinkOf({ view, categories, id }: MapLink): string {
  const parts = [
    ...(view === null ? [] : [`map=${viewInWords(view)}`]),
    // A link with all categories is like one that names none.
    ...(categories === null || categories.length === poiCategories.length
      ? []
      : [`categories=${categories.join(',')}`]),
    ...(id === null ? [] : [`id=${encodeURIComponent(id)}`]),
  ]
  return parts.length === 0 ? '' : `#${parts.join('&')}`
}

/** Five decimals are about a metre. */
function viewInWords({ centre, zoom }: NonNullable<MapLink['view']>): string {
  return [zoom.toFixed(2), centre.latitude.toFixed(5), centre.longitude.toFixed(5)].join('/')
}

function readView(text: string): MapLink['view'] {
  const match = /^(\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)$/.exec(text)
  if (match === null) return null
  const [zoom, north, east] = match.slice(1).map(Number)
  if (zoom === undefined || zoom > 24) return null
  const [parsedLatitude, parsedLongitude] = [latitude.safeParse(north), longitude.safeParse(east)]
  if (!parsedLatitude.success || !parsedLongitude.success) return null
  return { zoom, centre: { latitude: parsedLatitude.data, longitude: parsedLongitude.data } }
}

/** `#bbox=8.00000,48.90000,8.80000,49.10000`: a link to another screen with the area that the map shows. */
export function areaLinkOf(box: Box): string {
  return `#bbox=${bboxOf(box)}`
}

/** The area of such a link; null if it makes no sense. */
export function readAreaLink(hash: string): Box | null {
  const read = readBbox(new URLSearchParams(hash.replace(/^#/, '')).get('bbox') ?? '')
  return 'box' in read ? read.box : null
}
