import { sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { type Device, type DeviceChange, deviceDetails } from '#contract/devices/devices.ts'
import { minuteMs, dayMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { healthColumns, deviceHealthOf } from '#server/db/shared/device-health.ts'
import { seasonOf } from '#server/db/shared/device-dates.ts'
import { lossColumns, lossOf } from '#server/db/shared/device-loss.ts'
import { devicesWithGrounds } from '#server/db/shared/recorded-device.ts'
import { isPartAway } from '#server/platform/outage.ts'
import type { Tables } from '#server/registers.ts'

/** How many devices a user has. While the account is held, that cannot change. */
export async function deviceCount(queries: Queries, userId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Devices with everything that is shown of them; `deviceOf` reads such a row.
 * @param asksForPositions whether it is looked for their positions, which may lie on other servers.
 */
export function deviceRows(queries: Queries, now: Date, asksForPositions = true) {
  const onlineSince = new Date(now.getTime() - devicesLimits.onlineMinutes * minuteMs)
  const retainedSince = new Date(now.getTime() - trackingLimits.retentionDays * dayMs)
  const isOnline = sql<boolean>`coalesce(device_inventory.last_active_at >= ${onlineSince}, false)`
  const hasPosition = asksForPositions
    ? sql<boolean | null>`has_position(devices.id, ${retainedSince}, 'infinity')`
    : sql<boolean | null>`null::boolean`
  return devicesWithGrounds(queries, now)
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .leftJoin('device_health', 'device_health.device_id', 'devices.id')
    .leftJoin('device_losses', 'device_losses.device_id', 'devices.id')
    .leftJoin('device_offers', (join) =>
      join.onRef('device_offers.device_id', '=', 'devices.id').on('device_offers.expires_at', '>', now),
    )
    .selectAll('devices')
    .select(healthColumns)
    .select(lossColumns)
    .select([
      'device_inventory.model',
      'device_inventory.last_active_at',
      'licences.id as active_licence_id',
      'licences.licence_type',
      'licences.expires_at',
      'device_offers.email as offer_email',
      'device_offers.expires_at as offer_expires_at',
      isOnline.as('is_online'),
      hasPosition.as('has_position'),
    ])
}

/**
 * Reads them even while one of several servers with positions is away: then those that have reported at any time pass for having
 * positions.
 */
export async function readDevices<Result>(
  queries: Queries,
  now: Date,
  read: (rows: ReturnType<typeof deviceRows>) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(deviceRows(queries, now))
  } catch (error) {
    if (!isPartAway(error)) throw error
    return read(deviceRows(queries, now, false))
  }
}

type DeviceRow = Awaited<ReturnType<ReturnType<typeof deviceRows>['executeTakeFirstOrThrow']>>

/** All of it: only what an older server answers lacks something. */
export function deviceOf(row: DeviceRow): Required<Device> {
  const hasPosition = row.has_position ?? row.last_active_at !== null
  return {
    id: row.id,
    imei: row.imei,
    deviceName: row.name,
    usageType: row.usage_type,
    ...textsOf(row),
    season: seasonOf(row),
    inspectionDue: row.inspection_due,
    isOnline: row.is_online,
    hasActiveLicense: row.active_licence_id !== null,
    activeLicense: activeLicenceOf(row),
    hasPosition,
    hasFix: hasPosition || row.first_fix_at !== null,
    registeredAt: row.registered_at.toISOString(),
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
    ...supplyOf(row),
    loss: lossFor(row),
    offer: offerOf(row),
    deviceModel: row.model,
    demo: row.demo,
  }
}

/** What a change sets, but the dates. */
export function columnsOf(change: DeviceChange) {
  return { name: change.deviceName, usage_type: change.usageType, ...textColumnsOf(change) }
}

/** What its owner says in one text each. `vehiclePlate` is stored in `vehicle_plate`. */
const ownTexts = z.required(
  z.omit(deviceDetails, { deviceName: true, usageType: true, season: true, inspectionDue: true }),
)
const textNames = z.keyof(ownTexts).options

type ColumnOf<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : ''
type TextColumns = Pick<Tables['devices'], ColumnOf<(typeof textNames)[number]>>
const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function textsOf(row: TextColumns) {
  const stored = new Map<string, unknown>(Object.entries(row))
  return ownTexts.parse(Object.fromEntries(textNames.map((name) => [name, stored.get(columnOf(name))])))
}

function textColumnsOf(change: DeviceChange): Updateable<TextColumns> {
  return Object.fromEntries(textNames.map((name) => [columnOf(name), change[name]]))
}

function supplyOf(row: DeviceRow): Pick<Device, 'battery' | 'externalPower'> {
  const { battery, power } = deviceHealthOf(row)
  return {
    battery: battery && { ...battery, at: battery.at.toISOString() },
    externalPower: power && {
      connected: power.external,
      at: power.at.toISOString(),
      since: power.since?.toISOString() ?? null,
    },
  }
}

function lossFor(row: DeviceRow): Device['loss'] {
  const loss = lossOf(row)
  return loss && { ...loss, at: loss.at.toISOString() }
}

function offerOf(row: DeviceRow): Device['offer'] {
  if (row.offer_email === null || row.offer_expires_at === null) return null
  return { email: row.offer_email, expiresAt: row.offer_expires_at.toISOString() }
}

function activeLicenceOf(row: DeviceRow): Device['activeLicense'] {
  if (row.active_licence_id === null || row.licence_type === null || row.expires_at === null) return null
  return { id: row.active_licence_id, licenseType: row.licence_type, expiresAt: row.expires_at.toISOString() }
}
