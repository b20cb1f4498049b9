import { sql } from 'kysely'
import { accountDeletionLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import {
  type DeletionFigures,
  deletionFigures,
  type DeletionInUse,
} from '#contract/account-deletion/account-deletion.ts'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { isAway } from '#domain/dossier/dossier.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { registers } from '#server/registers.ts'

/** How much of each kind an account has. */
export async function figuresOf(queries: Queries, userId: string, now: Date): Promise<DeletionFigures> {
  // Their ids first: see docs/decisions/0064-positions-on-several-servers.md.
  const devices = await queries.selectFrom('devices').select('id').where('user_id', '=', userId).execute()
  const { rows } = await sql<{ positions: string; days: string }>`
    select count(*) as positions, count(distinct (recorded_at at time zone 'Europe/Berlin')::date) as days from positions
    where device_id = any(${devices.map(({ id }) => id)}::text[])`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('a count has one row')
  return {
    ...(await figuresButPositions(queries, userId, now)),
    positions: Number(row.positions),
    daysOfHistory: Number(row.days),
  }
}

/** Which tables are counted (`counted` in their registers). */
const counted = registers
  .flatMap(({ tables }) => Object.entries(tables))
  .flatMap(([name, { part }]) => (part?.counted === undefined ? [] : [{ name, ...part, kind: part.counted }]))

/** The same with no positions: to count them may take a second. Where others wait, they are counted as they go. */
export async function figuresButPositions(queries: Queries, userId: string, now: Date): Promise<DeletionFigures> {
  const counts = counted.map(
    ({ name, whose, kind }) =>
      sql`(select count(*) from ${sql.table(name)} where ${whose(userId)}) as ${sql.ref(kind)}`,
  )
  const links = sql`(select count(*) from (${openLinks(userId, now)}) open) as "policeLinks"`
  const { rows } = await sql<Record<string, string>>`select ${sql.join([...counts, links])}`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table has one row')
  const figures = Object.fromEntries(Object.entries(row).map(([kind, count]) => [kind, Number(count)]))
  return deletionFigures.parse({ ...figures, positions: 0, daysOfHistory: 0 })
}

/** What is lost although it is needed just now: during a theft, and on a ride. */
export async function inUseOf(queries: Queries, userId: string, now: Date): Promise<DeletionInUse> {
  const rideBegan = new Date(now.getTime() - accountDeletionLimits.rideMinutes * minuteMs)
  const { rows } = await sql<{ name: string; state: DossierState | null; links: string; rides: boolean }>`
    select name,
      (select state from dossier_changes where device_id = devices.id order by id desc limit 1) as state,
      (select count(*) from (${openLinks(userId, now)}) open where open.device_id = devices.id) as links,
      has_position(devices.id, ${rideBegan}, ${now}) as rides
    from devices where user_id = ${userId} order by registered_at, id`.execute(queries)
  return {
    thefts: rows
      .filter(({ state, links }) => Number(links) > 0 || (state !== null && isAway(state)))
      .map(({ name, links }) => ({ deviceName: name, openLinks: Number(links) })),
    rides: rows.filter(({ rides }) => rides).map(({ name }) => name),
  }
}

/** Links for the police that still show something (`dossier-links.store.ts`). */
function openLinks(userId: string, now: Date) {
  return sql`
    select dossier_links.device_id from dossier_links
      join devices on devices.id = dossier_links.device_id
      left join tracking_settings on tracking_settings.device_id = dossier_links.device_id
    where user_id = ${userId} and revoked_at is null and expires_at > ${now}
      and coalesce(consent_withdrawn_at < created_at, true)`
}
