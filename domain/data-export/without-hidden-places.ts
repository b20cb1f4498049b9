import { type HiddenArea, isHidden } from '#domain/privacy-zones/privacy-zones.ts'

type Row = Readonly<Record<string, unknown>>

/** Under which names a row says where something is, and what goes with it: addresses name the place, too. */
const placesOfRows = [
  { latitude: 'latitude', longitude: 'longitude', alsoGone: ['street', 'postcode', 'city'] },
  { latitude: 'anchorLatitude', longitude: 'anchorLongitude', alsoGone: [] },
] as const

/** Rows without the places that lie in hidden areas; everything else of them stays. */
export async function* withoutPlaces(
  areas: readonly HiddenArea[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  for await (const page of pages)
    yield areas.length === 0 ? page : page.map((row) => withoutPoints(areas, withoutPlace(areas, row)))
}

/** Of a line each point as `49.0069, 8.4037`, of a tour's fixes with the time before it. */
function withoutPoints(areas: readonly HiddenArea[], row: Row): Row {
  const isShown = (point: unknown) => {
    if (typeof point !== 'string') return false
    const [latitude = NaN, longitude = NaN] = point.split(', ').slice(-2).map(Number)
    return !isHidden(areas, { latitude, longitude })
  }
  if (Array.isArray(row.line)) return { ...row, line: row.line.filter(isShown) }
  if (!Array.isArray(row.fixes)) return row
  const fixes = row.fixes.filter(isShown)
  // How long the whole tour was would tell of the part that is gone (decision 25).
  return fixes.length === row.fixes.length ? row : { ...row, fixes, lengthMetres: null, points: null }
}

function withoutPlace(areas: readonly HiddenArea[], row: Row): Row {
  const gone = new Set<string>(
    placesOfRows.flatMap(({ latitude, longitude, alsoGone }) => {
      const [north, east] = [row[latitude], row[longitude]]
      if (typeof north !== 'number' || typeof east !== 'number') return []
      return isHidden(areas, { latitude: north, longitude: east }) ? [latitude, longitude, ...alsoGone] : []
    }),
  )
  return gone.size === 0
    ? row
    : Object.fromEntries(Object.entries(row).map(([name, value]) => [name, gone.has(name) ? null : value]))
}
