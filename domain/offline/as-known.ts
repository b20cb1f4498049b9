import type { Device } from '#contract/devices/devices.ts'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import type { Position } from '#contract/history/history.ts'
import type { Instant } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import type { CheckedRoute } from '#contract/route-check/route-check.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { VehicleMotion, VehicleState } from '#contract/vehicles/vehicles.ts'
import { categoryOf } from '#domain/pois/pois.ts'

/*
 * What of an older answer may still be said without a connection: nothing that was about the moment looks like now.
 */

/** A device was online when it had just reported; later only its last sign of life is known. */
export function devicesAsKnown(devices: readonly Device[], now: Date): Device[] {
  return devices.map((device) => ({ ...device, isOnline: device.isOnline && isRecent(device.lastActiveAt, now) }))
}

/** A vehicle that was moving when it was last heard of is not called moving for long. */
export function vehiclesAsKnown(vehicles: readonly VehicleState[], now: Date): VehicleState[] {
  return vehicles.map((vehicle) => {
    const { isOnline, lastActiveAt, motion } = vehicle
    const position = positionAsKnown(vehicle.position, now)
    return {
      ...vehicle,
      isOnline: isOnline && isRecent(lastActiveAt, now),
      position,
      placeName: position === null ? null : vehicle.placeName,
      motion: position === null || motion === null ? null : motionAsKnown(motion, position, now),
    }
  })
}

function motionAsKnown(motion: VehicleMotion, { recordedAt }: Position, now: Date): VehicleMotion {
  const isOver = motion.kind === 'MOVING' && !isRecent(recordedAt, now)
  return isOver ? { ...motion, kind: 'LAST_MOVING' } : motion
}

/** A position that is older than positions are kept is not shown from here either. */
export function positionAsKnown(position: Position | null, now: Date): Position | null {
  if (position === null) return null
  const ageMs = now.getTime() - Date.parse(position.recordedAt)
  return ageMs <= trackingLimits.retentionDays * dayMs ? position : null
}

/** Positions of a day, without those that are older than positions are kept. */
export function positionsAsKnown(positions: readonly Position[], now: Date): Position[] {
  return positions.filter((position) => positionAsKnown(position, now) !== null)
}

/**
 * A checked route without what monitors drivers: it is kept to be looked at on the way, where § 23 (1c) StVO forbids to use
 * that. What warns of the road itself stays.
 */
export function withoutCameras(route: CheckedRoute): CheckedRoute {
  return { ...route, items: route.items.filter(({ poi }) => !isCamera(poi.poiType)) }
}

/** Whether a route shows what is never kept. */
export function hasCameras({ items }: CheckedRoute): boolean {
  return items.some(({ poi }) => isCamera(poi.poiType))
}

/** The types of the two camera categories that are dangers of the road. */
const dangers: ReadonlySet<PoiType> = new Set<PoiType>(['DangerZone', 'DangerZoneEnd', 'Tunnel'])

function isCamera(type: PoiType): boolean {
  const category = categoryOf(type)
  return (category === 'stationarySpeedCameras' || category === 'mobileSpeedCameras') && !dangers.has(type)
}

function isRecent(moment: Instant | null, now: Date): boolean {
  return moment !== null && now.getTime() - Date.parse(moment) < devicesLimits.onlineMinutes * minuteMs
}
