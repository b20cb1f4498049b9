import { sql } from 'kysely'
import { accountDeletionLimits } from '#contract/account-deletion-limits.ts'
import type { DeletionFigures, DeletionInUse } from '#contract/account-deletion.ts'
import type { DossierState } from '#contract/dossier.ts'
import { minuteMs } from '#contract/time-units.ts'
import { isAway } from '#domain/dossier/dossier.ts'
import type { Queries } from '#server/db/database.ts'

/** How much of each kind an account has. */
export async function figuresOf(queries: Queries, userId: string, now: Date): Promise<DeletionFigures> {
  const { rows } = await sql<{ positions: string; days: string }>`
    select count(*) as positions, count(distinct (recorded_at at time zone 'Europe/Berlin')::date) as days from positions
    where device_id in (select id from devices where user_id = ${userId})`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('a count has one row')
  return {
    ...(await figuresButPositions(queries, userId, now)),
    positions: Number(row.positions),
    daysOfHistory: Number(row.days),
  }
}

type FiguresButPositions = Omit<DeletionFigures, 'positions' | 'daysOfHistory'>

/** The same without the positions, which may take a second to be counted: where others wait, they are counted as they go. */
export async function figuresButPositions(queries: Queries, userId: string, now: Date): Promise<FiguresButPositions> {
  const ofUser = (table: string) => sql`(select count(*) from ${sql.table(table)} where user_id = ${userId})`
  const ofDevices = (table: string) =>
    sql`(select count(*) from ${sql.table(table)} where device_id in (select id from devices where user_id = ${userId}))`
  const { rows } = await sql<Record<keyof FiguresButPositions, string>>`
    select
      ${ofUser('devices')} as devices,
      ${ofUser('licences')} as licences,
      ${ofDevices('alarms')} as alarms,
      ${ofDevices('dossiers')} as dossiers,
      (select count(*) from (${openLinks(userId, now)}) open) as "policeLinks",
      ${ofUser('uploads')} as pictures,
      (select count(*) from own_pois join own_poi_files on own_poi_files.id = file_id
        where user_id = ${userId}) as "ownPois",
      ${ofUser('poi_reports')} as "poiReports",
      ${ofUser('shares')} as "shares",
      ${ofUser('data_exports')} as "dataExports",
      ${ofUser('guard_zones')} as "guardZones",
      ${ofUser('privacy_zones')} as "privacyZones",
      ${ofUser('saved_routes')} as "savedRoutes",
      ${ofUser('passkeys')} as "passkeys",
      ${ofUser('push_subscriptions')} as "pushBrowsers",
      ${ofUser('sessions')} as sessions`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table has one row')
  return {
    devices: Number(row.devices),
    licences: Number(row.licences),
    alarms: Number(row.alarms),
    dossiers: Number(row.dossiers),
    policeLinks: Number(row.policeLinks),
    pictures: Number(row.pictures),
    ownPois: Number(row.ownPois),
    poiReports: Number(row.poiReports),
    shares: Number(row.shares),
    dataExports: Number(row.dataExports),
    guardZones: Number(row.guardZones),
    privacyZones: Number(row.privacyZones),
    savedRoutes: Number(row.savedRoutes),
    passkeys: Number(row.passkeys),
    pushBrowsers: Number(row.pushBrowsers),
    sessions: Number(row.sessions),
  }
}

/** What is lost although it is needed just now: during a theft, and on a ride. */
export async function inUseOf(queries: Queries, userId: string, now: Date): Promise<DeletionInUse> {
  const rideBegan = new Date(now.getTime() - accountDeletionLimits.rideMinutes * minuteMs)
  const { rows } = await sql<{ name: string; state: DossierState | null; links: string; rides: boolean }>`
    select name,
      (select state from dossier_changes where device_id = devices.id order by id desc limit 1) as state,
      (select count(*) from (${openLinks(userId, now)}) open where open.device_id = devices.id) as links,
      exists (select from positions
        where device_id = devices.id and recorded_at > ${rideBegan} and recorded_at <= ${now}) as rides
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
