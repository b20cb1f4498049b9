import { areOwned } from '#server/db/shared/owned-device.ts'
import { ownPlacesLimits } from '#contract/own-places/own-places-limits.ts'
import type { OwnPlace, OwnPlaceEntry, PlaceWatch } from '#contract/own-places/own-places.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { circleColumnsOf, circleOf } from '#server/db/shared/zone-columns.ts'
import { createZonesStore } from '#server/db/shared/zones.ts'
import type { Writing } from '#server/db/transactions/locks.ts'

export type OwnPlacesStore = ReturnType<typeof createOwnPlacesStore>

/** The places of an account, and of which visits there its owner is notified. */
export function createOwnPlacesStore(database: Database, clock: { now(): Date }) {
  const devicesOf = async (userId: string): Promise<string[]> => {
    const rows = await database.selectFrom('devices').select('id').where('user_id', '=', userId).execute()
    return rows.map(({ id }) => id)
  }
  const zones = createZonesStore<OwnPlaceEntry, PlaceRow>(database, {
    most: ownPlacesLimits.most,
    activities: { made: 'own-place-made', changed: 'own-place-changed', removed: 'own-place-removed' },
    devicesOf,
    rowsOf,
    zoneOf,
    async insert(writing, { id, userId, entry }, now) {
      await writing
        .insertInto('own_places')
        .values({ id, user_id: userId, ...columnsOf(entry), created_at: now })
        .execute()
      const watches = entry.watches.map((watch) => ({ ...watch, since: now }))
      await insertWatches(writing, { id, userId, watches })
    },
    async update(writing, place, before) {
      await writing.updateTable('own_places').set(columnsOf(place)).where('id', '=', place.id).execute()
      await writing.deleteFrom('own_place_watches').where('place_id', '=', place.id).execute()
      const watches = place.watches.map((watch) => ({ ...watch, since: sinceOf(watch, place, before) ?? clock.now() }))
      await insertWatches(writing, { id: place.id, userId: before.user_id, watches })
    },
    remove: (writing, id) => writing.deleteFrom('own_places').where('id', '=', id).execute(),
  })
  return {
    ...zones,

    /** Whether all of these are the user's. */
    areOwned: (userId: string, deviceIds: readonly string[]) => areOwned(database, deviceIds, userId),
  }
}

/**
 * Since when a watch has been wanted as it is: a visit that is about to be told is not lost where only a name or the weather is changed.
 * Null: it begins with this change, because the circle is another, or more is wanted. Nothing before is told by a wish that was not there.
 */
function sinceOf({ deviceId, visits }: PlaceWatch, place: OwnPlace, before: PlaceRow): Date | null {
  const circle = circleOf(before)
  const isSameCircle = (['latitude', 'longitude', 'radiusMetres'] as const).every((key) => place[key] === circle[key])
  const watch = before.watches.find((one) => one.device_id === deviceId)
  if (watch === undefined || !isSameCircle || !visits.every((visit) => watch.visits.includes(visit))) return null
  return watch.since
}

/** Only of vehicles that are the user's still. */
async function insertWatches(
  writing: Writing,
  { id, userId, watches }: { id: string; userId: string; watches: readonly (PlaceWatch & { since: Date })[] },
): Promise<void> {
  for (const { deviceId, visits, since } of watches) {
    if (visits.length === 0) continue
    await writing
      .insertInto('own_place_watches')
      .columns(['place_id', 'device_id', 'visits', 'since'])
      .expression(({ selectFrom, val }) =>
        selectFrom('devices')
          .select(({ ref }) => [val(id).as('place_id'), ref('devices.id').as('device_id')])
          .select([val([...new Set(visits)]).as('visits'), val(since).as('since')])
          .where('id', '=', deviceId)
          .where('user_id', '=', userId),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function rowsOf(queries: Queries, userId: string) {
  const places = await queries
    .selectFrom('own_places')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const watches = await queries
    .selectFrom('own_place_watches')
    .innerJoin('own_places', 'own_places.id', 'own_place_watches.place_id')
    .select(['place_id', 'device_id', 'visits', 'since'])
    .where('user_id', '=', userId)
    .orderBy('device_id')
    .execute()
  const byPlace = Map.groupBy(watches, (watch) => watch.place_id)
  return places.map((place) => ({ ...place, watches: byPlace.get(place.id) ?? [] }))
}

type PlaceRow = Awaited<ReturnType<typeof rowsOf>>[number]

function zoneOf({ id, watches, ...row }: PlaceRow): OwnPlace {
  return {
    id,
    ...circleOf(row),
    weatherLevel: row.weather_level,
    watches: watches.map(({ device_id: deviceId, visits }) => ({ deviceId, visits })),
  }
}

function columnsOf(entry: OwnPlaceEntry) {
  return { ...circleColumnsOf(entry), weather_level: entry.weatherLevel }
}
