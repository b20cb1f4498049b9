import { createHash } from 'node:crypto'
import { type Poi, poiCategories, type PoiCategory } from '#contract/pois.ts'
import { categoryOf } from '#domain/pois.ts'
import { groupsOfSameThings, mergePois } from '#domain/same-things.ts'
import { reportSource } from '#domain/poi-reports.ts'
import type { PoisStore } from './pois.store.ts'
import { type LaidPoint, laidPointOf } from '#server/tiles/laid-points.ts'

/**
 * What users report, as a thin layer over the state of all others: few enough to be read anew with each word about one
 * of them, so that nobody waits for a million POIs to be published again.
 */
export interface ReportedLayer {
  /** Which state of the database it shows. */
  version: string
  /** When the first of its reports expires. */
  until: Date | null
  /** With what other sources tell of the same things. */
  pois: readonly Poi[]
  /** For tiles: each with the POIs below that it stands for. */
  points: readonly TaggedPoint[]
  /** How many more, or fewer, of each category are shown for it. */
  counts: Record<PoiCategory, number>
}

export interface TaggedPoint extends LaidPoint {
  /** Names all that is said of it. */
  tag: string
}

/** What other sources tell of near each report. It holds as long as they say the same. */
export type NearReports = Map<string, readonly Poi[]>

/** @param near filled with what was not known yet. */
export async function readReportedLayer(store: PoisStore, near: NearReports, now: Date): Promise<ReportedLayer> {
  const { reports: version } = await store.versions()
  const reports = await store.reports(now)
  await lookAround(store, reports, near, now)
  const laid = layOver(
    reports,
    reports.flatMap(({ id }) => near.get(id) ?? []),
  )
  const ends = reports.flatMap(({ details }) =>
    details.expiresAt === undefined ? [] : [Date.parse(details.expiresAt)],
  )
  return {
    version,
    until: ends.length === 0 ? null : new Date(Math.min(...ends)),
    pois: laid.map(({ poi }) => poi),
    points: laid.map(({ poi, hidden }) => tagged(laidPointOf(poi, hidden))),
    counts: countsOf(laid),
  }
}

async function lookAround(store: PoisStore, reports: readonly Poi[], near: NearReports, now: Date): Promise<void> {
  const current = new Set(reports.map(({ id }) => id))
  for (const id of near.keys()) if (!current.has(id)) near.delete(id)
  const unknown = reports.filter(({ id }) => !near.has(id))
  const found = await store.around(unknown, now)
  for (const { id } of unknown) near.set(id, found.get(id) ?? [])
}

interface Laid {
  poi: Poi
  hidden: readonly Poi[]
}

/** Each report, as one with what others tell of the same. What they tell of is put together first, as it is shown below. */
function layOver(reports: readonly Poi[], near: readonly Poi[]): Laid[] {
  const below = mergePois([...new Map(near.map((poi) => [poi.id, poi])).values()])
  return groupsOfSameThings([...reports, ...below])
    .filter((group) => group.some(isReport))
    .map((group) => {
      const [poi] = mergePois(group)
      if (poi === undefined) throw new RangeError('A group without a member.')
      return { poi, hidden: group.filter((each) => !isReport(each)) }
    })
    .toSorted((one, other) => (one.poi.id < other.poi.id ? -1 : 1))
}

function isReport({ details }: Poi): boolean {
  return details.source === reportSource
}

function countsOf(laid: readonly Laid[]): Record<PoiCategory, number> {
  const counts = noneYet()
  for (const { poi, hidden } of laid) {
    counts[categoryOf(poi.poiType)] += 1
    for (const { poiType } of hidden) counts[categoryOf(poiType)] -= 1
  }
  return counts
}

export function noneYet(): Record<PoiCategory, number> {
  return { stationarySpeedCameras: 0, mobileSpeedCameras: 0, weather: 0, accidents: 0, motorcycleHazards: 0 }
}

/** The sum of two counts. */
export function together(
  one: Record<PoiCategory, number>,
  other: Record<PoiCategory, number>,
): Record<PoiCategory, number> {
  const sum = noneYet()
  for (const category of poiCategories) sum[category] = Math.max(0, one[category] + other[category])
  return sum
}

function tagged(point: LaidPoint): TaggedPoint {
  return { ...point, tag: shortHash(JSON.stringify(point)) }
}

/** Names some of the points of a layer; the empty text for none. */
export function tagOfPoints(points: readonly TaggedPoint[]): string {
  return points.length === 0 ? '' : shortHash(points.map(({ tag }) => tag).join())
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
