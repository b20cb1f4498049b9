import { type Kysely, sql } from 'kysely'

/** Versions before call them by the same names, and read columns that they still have. */
export const toleratedSince = '0093_processes_and_tolerated_migrations'

/**
 * Functions that give rows of `positions` name their columns. While they gave `setof positions`, they belonged to that table, and Citus
 * 13.2 dropped them with its old rows, seconds after it had distributed it (docs/decisions/0064-positions-on-several-servers.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const columns = sql.raw(
    'device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course, flag',
  )
  const rows = sql.raw(`table (
    device_id text, recorded_at timestamptz, received_at timestamptz, latitude double precision, longitude double precision,
    accuracy real, altitude real, speed real, course real, flag text)`)
  await sql`drop function if exists newest_position(text, timestamptz, timestamptz)`.execute(db)
  await sql`drop function if exists position_at(text, timestamptz)`.execute(db)
  await sql`
    create function newest_position(device text, since timestamptz, until timestamptz) returns ${rows}
    language plpgsql stable strict rows 1 as $$
    #variable_conflict use_column
    begin
      return query select ${columns} from positions where device_id = device and recorded_at between since and until
        order by recorded_at desc limit 1;
    end $$`.execute(db)
  await sql`
    create function position_at(device text, at timestamptz) returns ${rows}
    language plpgsql stable strict rows 1 as $$
    #variable_conflict use_column
    begin
      return query select ${columns} from positions where device_id = device and recorded_at = at;
    end $$`.execute(db)
}
