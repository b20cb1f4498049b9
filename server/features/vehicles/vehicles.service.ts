import { isCallForHelp } from '#contract/alarms.ts'
import { dossierLimits } from '#contract/dossier-limits.ts'
import type { Device } from '#contract/devices.ts'
import type { Position } from '#contract/history.ts'
import type { Instant, Place } from '#contract/place.ts'
import { hourMs } from '#contract/time-units.ts'
import { vehiclesServerLimits } from '#contract/vehicles-limits.ts'
import type { VehicleMotion, VehicleState } from '#contract/vehicles.ts'
import type { Guard } from '#domain/alarms/guard.ts'
import type { World } from '#domain/demo/demo.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
import {
  isJudgedBySpeed,
  lastSetOff,
  lastSpeedOf,
  motionKindOf,
  motionOf,
  movedUntil,
} from '#domain/vehicles/motion.ts'
import { setupOf } from '#domain/vehicles/setup.ts'
import { guardOf, suspicionOf } from '#domain/vehicles/vehicle-guard.ts'
import type { Clock } from '#server/clock.ts'
import type { AlarmsStore } from '#server/features/alarms/alarms.store.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import type { OpenAlarm, Seen, VehiclesStore } from './vehicles.store.ts'

export type VehiclesService = ReturnType<typeof createVehiclesService>

interface Parts {
  store: VehiclesStore
  devices: Pick<DevicesStore, 'list'>
  alarms: Pick<AlarmsStore, 'guardsOf'>
  positions: Pick<PositionsStore, 'count'>
  weather: Readonly<Record<World, Pick<WeatherStore, 'idsAt'>>>
  clock: Clock
}

/** How each vehicle of a user is, from all that is stored of it. */
export function createVehiclesService({ store, devices, alarms, positions, weather, clock }: Parts) {
  const rideUntil = (id: string, until: Date): Promise<Position[]> =>
    store.ride(id, { since: new Date(until.getTime() - vehiclesServerLimits.rideHours * hourMs), until })

  /** Where each was last seen; of one that fell silent on the way with its speed by the way, too. */
  const seenBy = async (ids: readonly string[], now: Date): Promise<Map<string, Seen>> => {
    const seen = await store.seen(ids, { since: retainedSince(now), until: believedUntil(now) })
    for (const [id, { position, stay }] of seen) {
      if (!isJudgedBySpeed(stay, now)) continue
      const speed = lastSpeedOf(await store.lastMinutes(id, stay.newestAt))
      seen.set(id, { position, stay: { ...stay, speed } })
    }
    return seen
  }

  const motionFor = async (id: string, { stay, position }: Seen, now: Date): Promise<VehicleMotion> => {
    if (motionKindOf(stay, now) === 'STANDING') return motionOf(stay, [], now)
    return motionOf(stay, await rideUntil(id, new Date(position.recordedAt)), now)
  }

  const suspicionFor = async (id: string, alarm: OpenAlarm | null, until: Date): Promise<VehicleState['suspicion']> => {
    if (alarm === null) return null
    const since = alarm.recordedAt ?? new Date(alarm.detectedAt)
    return {
      alarmId: alarm.id,
      kind: alarm.kind,
      since: since.toISOString(),
      positions: await positions.count(id, since, until),
    }
  }

  return {
    /** When a vehicle set off last; null if it was never seen elsewhere. */
    async lastSetOff(deviceId: string): Promise<Instant | null> {
      const now = clock.now()
      const stay = (await seenBy([deviceId], now)).get(deviceId)?.stay ?? null
      return stay && lastSetOff(stay, await rideUntil(deviceId, movedUntil(stay, now)))
    },

    /** Where those of the vehicles are that stand. */
    async parked(deviceIds: readonly string[]): Promise<Map<string, Place>> {
      const now = clock.now()
      const seen = await seenBy(deviceIds, now)
      const standing = [...seen].filter(([, { stay }]) => motionKindOf(stay, now) === 'STANDING')
      return new Map(standing.map(([id, { position }]) => [id, position]))
    },

    async states(userId: string): Promise<VehicleState[]> {
      const now = clock.now()
      const list = await devices.list(userId, now)
      const ids = list.map(({ id }) => id)
      const grounds = await store.grounds(userId, now)
      const guards = await alarms.guardsOf(userId, now)
      const seen = await seenBy(ids, now)
      const open = await store.openAlarms(ids, new Date(now.getTime() - dossierLimits.suggestionHours * hourMs))
      const statements = await store.statements(ids)

      const states: VehicleState[] = []
      for (const device of list) {
        const { id } = device
        const facts = grounds.get(id)
        // Removed or handed over since the list was read.
        if (facts === undefined) continue
        const guard: Guard | null = guards.get(id) ?? null
        const changes = statements.get(id) ?? []
        const where = seen.get(id) ?? null
        const alarm = suspicionOf(guard, changes, open.get(id) ?? [], now)
        const stated = changes.at(-1)
        const mode = activeMode(facts.grounds)
        states.push({
          ...shownOf(device),
          trackingMode: mode,
          position: where?.position ?? null,
          motion: where && (await motionFor(id, where, now)),
          weatherWarnings:
            where === null ? [] : await weather[device.demo ? 'demo' : 'real'].idsAt(where.position, now),
          guard: guardOf({ grounds: facts.grounds, guard, isBlind: device.loss !== null }, now),
          callForHelp: callForHelpOf(open.get(id) ?? []),
          suspicion: await suspicionFor(id, alarm, believedUntil(now)),
          stated: stated === undefined ? null : { state: stated.state, since: stated.since.toISOString() },
          setup: setupOf({
            lastActiveAt: device.lastActiveAt === null ? null : new Date(device.lastActiveAt),
            registeredAt: new Date(device.registeredAt),
            mode,
            testedAt: facts.testedAt,
          }),
        })
      }
      return states
    },
  }
}

/** @param alarms oldest first. */
function callForHelpOf(alarms: readonly OpenAlarm[]): VehicleState['callForHelp'] {
  for (const { id, kind, detectedAt } of alarms.toReversed()) {
    if (isCallForHelp(kind)) return { alarmId: id, kind, at: detectedAt }
  }
  return null
}

function shownOf(device: Device) {
  const { id: deviceId, deviceName, usageType, vehiclePlate, demo, isOnline, lastActiveAt } = device
  const { battery, externalPower, activeLicense, season, inspectionDue } = device
  const licenceEndsAt = activeLicense?.expiresAt ?? null
  return {
    deviceId,
    deviceName,
    usageType,
    vehiclePlate,
    demo,
    isOnline,
    lastActiveAt,
    battery,
    externalPower,
    licenceEndsAt,
    season,
    inspectionDue,
  }
}
