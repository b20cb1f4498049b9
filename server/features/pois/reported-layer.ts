import { createHash } from 'node:crypto'
import { type Poi, poiCategories, type PoiCategory } from '#contract/pois/pois.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { groupsOfSameThings, mergePois } from '#domain/pois/same-things.ts'
import { reportSource } from '#domain/poi-reports/poi-reports.ts'
import type { PoisStore } from './pois.store.ts'
import { type LaidPoint, laidPointOf } from '#server/tiles/laid-points.ts'

/**
 * POI reports of users, as a thin layer over all other POIs. They are few enough to be read again whenever one changes, so
 * that nobody has to wait until a million POIs are published again.
 */
export interface ReportedLayer {
  /** The version of the database that it shows. */
  version: string
  /** When the first of its reports expires. */
  until: Date | null
  /** The POI reports, merged with the same things of other sources. */
  pois: readonly Poi[]
  /** For tiles: each report with the POIs that it replaces. */
  points: readonly TaggedPoint[]
  /** How many more, or fewer, POIs of each category are shown because of it. */
  counts: Record<PoiCategory, number>
}

export interface TaggedPoint extends LaidPoint {
  /** Names everything that is shown of the point. */
  tag: string
}

/** What other sources name near each report. It is valid as long as they stay the same. */
export type NearReports = Map<string, readonly Poi[]>

/** @param near is filled with what was not known yet. */
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

/** Each report, merged with the same things of other sources. Those are merged first, as they are without the report. */
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
