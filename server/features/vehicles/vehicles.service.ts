import { isCallForHelp } from '#contract/alarms/alarms.ts'
import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import type { Device } from '#contract/devices/devices.ts'
import type { Position } from '#contract/history/history.ts'
import type { Place } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { vehiclesServerLimits } from '#contract/vehicles/vehicles-limits.ts'
import type { VehicleCondition, VehicleMotion, VehicleState } from '#contract/vehicles/vehicles.ts'
import type { Guard } from '#domain/alarms/guard.ts'
import { isSilentSince } from '#domain/alarms/silence.ts'
import type { World } from '#domain/demo/demo.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
// oxlint-disable-next-line no-restricted-imports -- from these the conditions are made
import {
  isJudgedBySpeed,
  lastSetOff,
  lastSpeedOf,
  motionKindOf,
  motionOf,
  movedUntil,
} from '#domain/vehicles/motion.ts'
import { setupOf } from '#domain/vehicles/setup.ts'
import {
  announcedUntil,
  type Condition,
  conditionOf,
  shownMotion,
  theftBeginning,
} from '#domain/vehicles/vehicle-condition.ts'
import { guardOf } from '#domain/vehicles/vehicle-guard.ts'
import type { PlaceNames } from '#server/places/place-names.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AlarmsStore } from '#server/features/alarms/alarms.store.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import type { Seen, StoredAlarm, VehiclesStore } from './vehicles.store.ts'

export type VehiclesService = ReturnType<typeof createVehiclesService>

interface Parts {
  store: VehiclesStore
  devices: Pick<DevicesStore, 'list'>
  alarms: Pick<AlarmsStore, 'guardsOf'>
  positions: Pick<PositionsStore, 'count'>
  weather: Readonly<Record<World, Pick<WeatherStore, 'idsAt'>>>
  placeNames: Pick<PlaceNames, 'nameOf'>
  clock: Clock
}

/** How each vehicle of a user is, from all that is stored of it. */
export function createVehiclesService({ store, devices, alarms, positions, weather, placeNames, clock }: Parts) {
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

  const setOffAt = async (deviceId: string, now: Date): Promise<Date | null> => {
    const stay = (await seenBy([deviceId], now)).get(deviceId)?.stay ?? null
    const at = stay && lastSetOff(stay, await rideUntil(deviceId, movedUntil(stay, now)))
    return at === null ? null : new Date(at)
  }

  /** What is stored of a user's vehicles that decides about their conditions. */
  const knownOf = async (userId: string, ids: readonly string[], now: Date) => ({
    grounds: await store.grounds(userId, now),
    guards: await alarms.guardsOf(userId, now),
    open: await store.openAlarms(ids, new Date(now.getTime() - dossierLimits.suggestionHours * hourMs)),
    statements: await store.statements(ids),
  })
  type Known = Awaited<ReturnType<typeof knownOf>>

  /** Null if the device was removed or handed over since the list was read. */
  const judge = ({ id, loss, lastActiveAt }: Device, { grounds, guards, open, statements }: Known, now: Date) => {
    const facts = grounds.get(id)
    if (facts === undefined) return null
    const remembered: Guard | null = guards.get(id) ?? null
    const guard = guardOf({ grounds: facts.grounds, guard: remembered, isBlind: loss !== null }, now)
    const mode = activeMode(facts.grounds)
    const unanswered = open.get(id) ?? []
    const isSilent = isSilentSince(mode, remembered?.memory ?? null, lastActiveAt, now)
    const changes = statements.get(id) ?? []
    const condition = conditionOf({ guard, remembered, changes, alarms: unanswered, isSilent }, now)
    return { condition, guard, remembered, mode, unanswered, testedAt: facts.testedAt, lastTest: facts.lastTest }
  }

  const conditionFor = async (
    id: string,
    condition: Condition<StoredAlarm>,
    until: Date,
  ): Promise<VehicleCondition> => {
    if (condition.kind !== 'ALARM') return condition
    const { alarm, since, evidence } = condition
    return {
      kind: 'ALARM',
      alarmId: alarm.id,
      alarmKind: alarm.kind,
      since: since.toISOString(),
      evidence,
      positions: await positions.count(id, since, until),
      sent: sentAbout(alarm),
    }
  }

  const withPlaceName = async (state: VehicleState): Promise<VehicleState> => ({
    ...state,
    placeName: state.position && (await placeNames.nameOf(state.position)),
  })

  return {
    /** What is known of a vehicle that its owner may report as stolen; null if it is none of theirs. */
    async condition(userId: string, deviceId: string) {
      const now = clock.now()
      const device = (await devices.list(userId, now)).find(({ id }) => id === deviceId)
      const judged = device === undefined ? null : judge(device, await knownOf(userId, [deviceId], now), now)
      if (judged === null) return null
      const { condition, remembered } = judged
      return {
        condition,
        beganAt: theftBeginning(condition, await setOffAt(deviceId, now), remembered, now),
        ownUntil: remembered && announcedUntil(remembered, now),
      }
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
      const known = await knownOf(userId, ids, now)
      const seen = await seenBy(ids, now)

      const states: VehicleState[] = []
      for (const device of list) {
        const { id } = device
        const judged = judge(device, known, now)
        if (judged === null) continue
        const { condition, guard, remembered, mode } = judged
        const where = seen.get(id) ?? null
        states.push({
          ...shownOf(device),
          trackingMode: mode,
          position: where?.position ?? null,
          motion: where && shownMotion(condition, await motionFor(id, where, now), remembered),
          weatherWarnings:
            where === null ? [] : await weather[device.demo ? 'demo' : 'real'].idsAt(where.position, now),
          guard,
          callForHelp: callForHelpOf(judged.unanswered),
          condition: await conditionFor(id, condition, believedUntil(now)),
          setup: setupOf({
            lastActiveAt: device.lastActiveAt === null ? null : new Date(device.lastActiveAt),
            registeredAt: new Date(device.registeredAt),
            mode,
            testedAt: judged.testedAt,
            lastTest: judged.lastTest,
          }),
        })
      }
      return Promise.all(states.map(withPlaceName))
    },
  }
}

function sentAbout({ emailState, emailDueAt, emailEndedAt, pushedAt, contactToldAt, contactDueAt }: StoredAlarm) {
  const isTaken = emailState === 'SENT' || emailState === 'DELIVERED'
  return {
    emailDueAt: emailState === 'QUEUED' ? (emailDueAt?.toISOString() ?? null) : null,
    emailedAt: isTaken ? (emailEndedAt?.toISOString() ?? null) : null,
    emailFailed: emailState === 'FAILED' || emailState === 'BOUNCED',
    pushedAt: pushedAt?.toISOString() ?? null,
    contactDueAt: contactDueAt?.toISOString() ?? null,
    contactToldAt: contactToldAt?.toISOString() ?? null,
  }
}

/** @param alarms oldest first. */
function callForHelpOf(alarms: readonly StoredAlarm[]): VehicleState['callForHelp'] {
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
