import { type Kysely, sql } from 'kysely'

/**
 * What is remembered of a parked vehicle is written and read whole with every fix. As `jsonb` each of its numbers was taken
 * apart and put together again, which cost the database more than storing the position. As `json` it stays the text it is;
 * without names, and with times in ms, that text is a third as long.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table alarm_guards alter column parked type json using case when parked is not null then json_build_array(
      parked->'latitude', parked->'longitude', parked->'weight', parked->'variance', parked->'usualAccuracy',
      parked->'fixes', parked->'last'->'latitude', parked->'last'->'longitude',
      floor(extract(epoch from (parked->>'lastAt')::timestamptz) * 1000),
      parked->'lastSpeedKmh', parked->'usualSeconds',
      floor(extract(epoch from (parked->>'hereAt')::timestamptz) * 1000),
      parked->'stirred', parked->'away', parked->'departed') end`.execute(db)
}
