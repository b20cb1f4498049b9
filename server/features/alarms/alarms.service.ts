import type { Alarm, GuardState, PauseWish } from '#contract/alarms.ts'
import { alarmsOfDay, type Guard, isGuarding, pauseAt, quietUntil, resting, withoutPause } from '#domain/alarms.ts'
import { retainedSince } from '#domain/tracking.ts'
import type { Clock } from '#server/clock.ts'
import { Problem } from '#server/http/problem.ts'
import { timesOfFixAlarms } from './guards.store.ts'
import type { AlarmDevice, AlarmsStore } from './alarms.store.ts'

export type AlarmsService = ReturnType<typeof createAlarmsService>

/** What a device's owner sees of its alarms and decides about them. */
export function createAlarmsService({
  store,
  clock,
  newId,
  tell,
}: {
  store: AlarmsStore
  clock: Clock
  newId: () => string
  tell(alarmIds: readonly string[]): void
}) {
  const owned = async (userId: string, deviceId: string): Promise<AlarmDevice> => {
    const device = await store.device(deviceId, clock.now())
    if (device === null) throw new Problem('NOT_FOUND')
    return ownedBy(userId, device)
  }

  const change = async (userId: string, deviceId: string, choose: (device: AlarmDevice) => Guard | null) => {
    const now = clock.now()
    const changed = await store.changeGuard(deviceId, now, (device) => choose(ownedBy(userId, device)))
    if (changed === null) throw new Problem('NOT_FOUND')
    return stateOf(changed, now)
  }

  return {
    async list(userId: string, deviceId: string): Promise<{ state: GuardState; alarms: Alarm[] }> {
      const device = await owned(userId, deviceId)
      return { state: stateOf(device, clock.now()), alarms: await store.latest(deviceId, retainedSince(clock.now())) }
    },

    async acknowledge(userId: string, deviceId: string, alarmId: string): Promise<Alarm> {
      await owned(userId, deviceId)
      const alarm = await store.acknowledge(deviceId, alarmId, clock.now())
      if (alarm === null) throw new Problem('NOT_FOUND')
      return alarm
    },

    pause: (userId: string, deviceId: string, wish: PauseWish): Promise<GuardState> =>
      change(userId, deviceId, ({ mode, guarded }) => {
        if (guarded === null || !isGuarding(mode)) throw new Problem('NOT_GUARDED')
        return resting(guarded.guard, wish, clock.now())
      }),

    endPause: (userId: string, deviceId: string): Promise<GuardState> =>
      change(userId, deviceId, ({ guarded }) => guarded && withoutPause(guarded.guard, clock.now())),

    /** Also where the guard is off: whoever wants to know whether letters arrive may ask at any time. */
    async test(userId: string, deviceId: string): Promise<Alarm> {
      await owned(userId, deviceId)
      const now = clock.now()
      const test = { id: newId(), deviceId, kind: 'TEST' as const, detectedAt: now, place: null, numberToday: null }
      const alarm = await store.add(test)
      if (alarm === null) throw new Problem('NOT_FOUND')
      tell([alarm.id])
      return alarm
    },
  }
}

function ownedBy(userId: string, device: AlarmDevice): AlarmDevice {
  if (device.userId !== userId) throw new Problem('FORBIDDEN')
  return device
}

function stateOf({ mode, guarded }: AlarmDevice, now: Date): GuardState {
  if (guarded === null || !isGuarding(mode)) return { guarded: false, pause: null, sentToday: 0, quietUntil: null }
  const pause = pauseAt(guarded.guard, now)
  const times = timesOfFixAlarms(guarded)
  return {
    guarded: true,
    pause: pause && { kind: pause.kind, until: pause.until.toISOString() },
    sentToday: alarmsOfDay(times, now),
    quietUntil: quietUntil(times, now)?.toISOString() ?? null,
  }
}
