import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { dayMs, hourMs } from '#contract/base/time-units.ts'
import { vehiclesLimits } from '#contract/vehicles/vehicles-limits.ts'
import type { SetupStep, VehicleState } from '#contract/vehicles/vehicles.ts'
import { isRunningLow } from '#domain/devices/device-health.ts'
import { daysLeft, licenceStatus } from '#domain/licences/licences.ts'
import { daysBetween, lastDayOf } from '#domain/time/days.ts'
import { berlinDay } from '#domain/time/time.ts'
import { inspectionMonth } from '#domain/vehicles/inspection.ts'
import { nextChange } from '#domain/vehicles/season.ts'

/** What its owner has to do about a vehicle. */
export type Task =
  | { kind: 'SET_UP'; steps: VehicleState['setup']; next: SetupStep }
  | { kind: 'NO_LICENCE' }
  | { kind: 'LICENCE_ENDS'; days: number }
  | { kind: 'POWER_CUT'; since: string }
  | { kind: 'BATTERY_LOW' }
  | { kind: 'SILENT'; since: string }
  | { kind: 'BLIND' }
  | { kind: 'INSPECTION'; month: string; isOver: boolean }
  | { kind: 'SEASON_ENDS'; lastDay: string }

/** What there is to do, the urgent first; nothing about one that is missed: its card leads to its case. */
export function tasksOf(state: VehicleState, now: Date): Task[] {
  if (state.condition.kind === 'MISSED') return []
  const tasks = [
    ...noLicence(state, now),
    ...blindness(state),
    ...supplyTasks(state),
    ...silence(state, now),
    ...endingLicence(state, now),
    ...dates(state, now),
    ...setUp(state),
  ]
  return tasks.toSorted((one, other) => Number(isLongSo(one, now)) - Number(isLongSo(other, now)))
}

/** Its owner knows it by now, as of a motorcycle that is laid up: it does not stand before what is new. */
function isLongSo(task: Task, now: Date): boolean {
  return 'since' in task && now.getTime() - Date.parse(task.since) >= vehiclesLimits.longSoDays * dayMs
}

function supplyTasks({ battery, externalPower }: VehicleState): Task[] {
  const isLow = isRunningLow({
    battery: battery && { ...battery, at: new Date(battery.at) },
    power: externalPower && {
      external: externalPower.connected,
      at: new Date(externalPower.at),
      since: externalPower.since === null ? null : new Date(externalPower.since),
    },
  })
  // Only power that was there can be cut: a tracker that has always run on its battery is fine.
  const isCut = externalPower !== null && !externalPower.connected && externalPower.since !== null
  return [
    ...(isCut ? [{ kind: 'POWER_CUT', since: externalPower.since ?? externalPower.at } as const] : []),
    ...(isLow ? [{ kind: 'BATTERY_LOW' } as const] : []),
  ]
}

/** A guarded one as soon as its alarm says so. */
function silence({ lastActiveAt, condition }: VehicleState, now: Date): Task[] {
  if (lastActiveAt === null) return []
  const isUnheard = condition.kind === 'UNWATCHED' && condition.why === 'SILENT'
  const isSilent = isUnheard || now.getTime() - Date.parse(lastActiveAt) >= devicesLimits.silentHours * hourMs
  return isSilent ? [{ kind: 'SILENT', since: lastActiveAt }] : []
}

/** It is guarded, and no position arrives. */
function blindness({ guard }: VehicleState): Task[] {
  return guard.kind === 'OFF' && guard.why === 'BLIND' ? [{ kind: 'BLIND' }] : []
}

function dates({ season, inspectionDue }: VehicleState, now: Date): Task[] {
  const today = berlinDay(now.toISOString())
  const change = season && nextChange(season, today)
  const isEnding = change?.kind === 'ENDS' && daysBetween(today, change.lastDay) < vehiclesLimits.seasonDays
  return [
    ...inspection(inspectionDue, season, today),
    ...(isEnding ? [{ kind: 'SEASON_ENDS', lastDay: change.lastDay } as const] : []),
  ]
}

function inspection(due: string | null, season: VehicleState['season'], today: string): Task[] {
  if (due === null) return []
  const month = inspectionMonth(due, season)
  const left = daysBetween(today, lastDayOf(month))
  return left <= vehiclesLimits.inspectionDays ? [{ kind: 'INSPECTION', month, isOver: left < 0 }] : []
}

/** Without one nothing else helps. */
function noLicence({ licenceEndsAt }: VehicleState, now: Date): Task[] {
  const isMissing = licenceEndsAt === null || licenceStatus(new Date(licenceEndsAt), now) === 'expired'
  return isMissing ? [{ kind: 'NO_LICENCE' }] : []
}

function endingLicence({ licenceEndsAt }: VehicleState, now: Date): Task[] {
  if (licenceEndsAt === null) return []
  const end = new Date(licenceEndsAt)
  return licenceStatus(end, now) === 'expiring' ? [{ kind: 'LICENCE_ENDS', days: daysLeft(end, now) }] : []
}

function setUp({ setup }: VehicleState): Task[] {
  const next = setup.find(({ done }) => !done)
  return next === undefined ? [] : [{ kind: 'SET_UP', steps: setup, next: next.step }]
}
