import {
  type WarningInForce,
  type WarningRow,
  warningColumns,
  warningOf,
  warningsInForce,
} from '#server/db/shared/warnings-in-force.ts'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { placeWeatherLevels } from '#contract/own-places/own-places.ts'
import { warningsToTell, weatherOccasion } from '#domain/reminders/weather.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { addForOwner, messageKind } from '#server/db/shared/messages.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { inPortions } from '#server/db/transactions/portions.ts'

/** Of one place and occasion there is one message. */
const about = z.tuple([z.string(), z.string()])
export type PlaceWeatherAbout = z.infer<typeof about>
export const placeWeather = messageKind('place-weather', about)

/** An own place at which a warning is in force. */
export interface WarnedPlace {
  placeId: string
  userId: string
}

/** A warning that is in force at an own place whose owner wants to know of it. */
export interface WarningAtPlace extends WarningInForce, WarnedPlace {
  placeName: string
}

export type PlaceWeatherStore = ReturnType<typeof createPlaceWeatherStore>

export function createPlaceWeatherStore(database: Database) {
  return {
    /** The places at which a warning is in force that their owners want to know of. */
    async warned(now: Date, portion?: number): Promise<WarnedPlace[]> {
      const { rows: some } = await sql`${warningsInForce(placeWeatherLevels[0], now)} limit 1`.execute(database)
      if (some.length === 0) return []
      return inPortions(
        database,
        { table: 'own_places', key: 'id', only: sql<boolean>`weather_level is not null` },
        async (isInPortion) => {
          const warnings = await readWarnings(database, now, isInPortion)
          const places = new Map(warnings.map(({ placeId, userId }) => [placeId, { placeId, userId }]))
          return [...places.values()]
        },
        portion,
      )
    },

    /**
     * Tells an owner of the weather at one place: of each kind of weather on a day once, and again where it gets graver.
     * @returns how much there was to tell.
     */
    tell({ placeId, userId }: WarnedPlace, now: Date): Promise<number> {
      return inTransaction(database, { accounts: [userId] }, async (writing) => {
        const warnings = await readWarnings(writing, now, isPlace(placeId))
        const told = await writing
          .selectFrom('messages')
          .select('about')
          .where('user_id', '=', userId)
          .where('kind', '=', placeWeather.name)
          .where('channel', '=', 'EMAIL')
          .where(sql<boolean>`about[1] = ${placeId}`)
          .execute()
        const occasions = told.flatMap((message) => message.about.slice(1))
        const news = warningsToTell(warnings, occasions)
        for (const warning of news) {
          const occasion: PlaceWeatherAbout = [placeId, weatherOccasion(warning)]
          await addForOwner(writing, placeWeather, {
            about: occasion,
            userId,
            deviceId: null,
            words: null,
            dueAt: now,
          })
        }
        return news.length
      })
    },

    /** What a message says; null where the warning has ended, or is not wanted any more. */
    async warning([placeId, occasion]: PlaceWeatherAbout, now: Date): Promise<WarningAtPlace | null> {
      const there = await readWarnings(database, now, isPlace(placeId))
      return there.find((warning) => weatherOccasion(warning) === occasion) ?? null
    },
  }
}

const isPlace = (placeId: string) => sql<boolean>`own_places.id = ${placeId}`

/** The middle of the place counts. */
async function readWarnings(queries: Queries, now: Date, isAskedFor: RawBuilder<boolean>): Promise<WarningAtPlace[]> {
  const { rows } = await sql<PlaceRow>`
    with warnings as materialized (${warningsInForce(placeWeatherLevels[0], now)})
    select own_places.id, own_places.name, user_id, ${warningColumns}
    from own_places join users on users.id = user_id and users.disabled_at is null
    join warnings on level >= weather_level
      and st_covers(area, st_setsrid(st_makepoint(own_places.longitude, own_places.latitude), 4326))
    where ${isAskedFor}
    order by own_places.id, level desc, valid_from`.execute(queries)
  return rows.map((row) => ({
    placeId: row.id,
    placeName: row.name,
    userId: row.user_id,
    ...warningOf(row),
  }))
}

interface PlaceRow extends WarningRow {
  id: string
  name: string
  user_id: string
}
