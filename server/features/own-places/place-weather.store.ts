import {
  type WarningInForce,
  type WarningRow,
  warningColumns,
  warningOf,
  warningsInForce,
} from '#server/db/shared/warnings-in-force.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { type PlaceWeatherLevel, placeWeatherLevels } from '#contract/own-places/own-places.ts'
import { warningsToTell, weatherOccasion } from '#domain/reminders/weather.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { addForOwner, messageKind } from '#server/db/shared/messages.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

/** Of one place and occasion there is one message. */
const about = z.tuple([z.string(), z.string()])
export type PlaceWeatherAbout = z.infer<typeof about>
export const placeWeather = messageKind('place-weather', about)

/** A warning that is in force at an own place whose owner wants to know of it. */
export interface WarningAtPlace extends WarningInForce {
  placeId: string
  placeName: string
  userId: string
  /** The lowest level that its owner wants to know of. */
  least: PlaceWeatherLevel
}

export type PlaceWeatherStore = ReturnType<typeof createPlaceWeatherStore>

export function createPlaceWeatherStore(database: Database) {
  return {
    /** @param placeId absent: of all places. */
    warnings: (now: Date, placeId?: string) => readWarnings(database, now, placeId),

    /**
     * Tells an owner of the weather at one place: of each kind of weather on a day once, and again where it gets graver.
     * @returns how much there was to tell.
     */
    tell({ placeId, userId }: Pick<WarningAtPlace, 'placeId' | 'userId'>, now: Date): Promise<number> {
      return inTransaction(database, { accounts: [userId] }, async (writing) => {
        const warnings = await readWarnings(writing, now, placeId)
        const told = await writing
          .selectFrom('messages')
          .select('about')
          .where('user_id', '=', userId)
          .where('kind', '=', placeWeather.name)
          .where('channel', '=', 'EMAIL')
          .where(sql<boolean>`about[1] = ${placeId}`)
          .execute()
        const occasions = told.flatMap((message) => message.about.slice(1))
        const news = warningsToTell(warnings, occasions, warnings[0]?.least)
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
      const there = await readWarnings(database, now, placeId)
      return there.find((warning) => weatherOccasion(warning) === occasion) ?? null
    },
  }
}

/** The middle of the place counts. */
async function readWarnings(queries: Queries, now: Date, placeId?: string): Promise<WarningAtPlace[]> {
  const isAskedFor = placeId === undefined ? sql`true` : sql`own_places.id = ${placeId}`
  const { rows } = await sql<PlaceRow>`
    with warnings as materialized (${warningsInForce(placeWeatherLevels[0], now)})
    select own_places.id, own_places.name, user_id, weather_level, ${warningColumns}
    from own_places join users on users.id = user_id and users.disabled_at is null
    join warnings on level >= weather_level
      and st_covers(area, st_setsrid(st_makepoint(own_places.longitude, own_places.latitude), 4326))
    where ${isAskedFor}
    order by own_places.id, level desc, valid_from`.execute(queries)
  return rows.map((row) => ({
    placeId: row.id,
    placeName: row.name,
    userId: row.user_id,
    least: row.weather_level,
    ...warningOf(row),
  }))
}

interface PlaceRow extends WarningRow {
  id: string
  name: string
  user_id: string
  weather_level: PlaceWeatherLevel
}
