import type { Alarm, GuardState, LinkedAlarm, PauseWish } from '#contract/alarms/alarms.ts'
import type { Instant } from '#contract/base/place.ts'
import { isGuarding, sightOf } from '#domain/alarms/guard.ts'
import { judgeRideTap, tapOf } from '#domain/alarms/kept-taps.ts'
import { ridingSince } from '#domain/alarms/late-ride.ts'
import { type Night, usualPlaces } from '#domain/alarms/overnight.ts'
import { armed, mayPauseUntil, pauseAt, resting, type WantedPause } from '#domain/alarms/pauses.ts'
import { alarmsOfDay, quietUntil, timesOfMovementEmails } from '#domain/alarms/rhythm.ts'
import { retainedSince } from '#domain/history/retention.ts'
import { type PlaceNames, withNamedPlaces } from '#server/places/place-names.ts'
import type { Clock } from '#server/platform/clock.ts'
import { Problem } from '#server/http/problem.ts'
import { hashOf } from '#server/platform/secrets.ts'
import type { AlarmLinksStore } from './answers/alarm-links.store.ts'
import type { AlarmDevice } from './alarm-device.ts'
import type { AnsweredBy } from './answers/acting.ts'
import type { AlarmsStore } from './alarms.store.ts'
import type { KeptTapsStore } from './answers/kept-taps.store.ts'
import { shownPause } from './answers/shown-pause.ts'

export type AlarmsService = ReturnType<typeof createAlarmsService>

/** What a device's owner sees of its alarms and decides about them. */
export function createAlarmsService({
  store,
  taps,
  links,
  placeNames,
  clock,
  newId,
  notify,
}: {
  store: AlarmsStore
  taps: KeptTapsStore
  links: Pick<AlarmLinksStore, 'read' | 'show' | 'end' | 'answer'>
  placeNames: PlaceNames
  clock: Clock
  newId: () => string
  notify(alarmIds: readonly string[]): void
}) {
  const change = async (
    deviceId: string,
    kind: NonNullable<Parameters<AlarmsStore['changeGuard']>[3]>,
    choose: Parameters<AlarmsStore['changeGuard']>[2],
    personId: string | null = null,
  ) => {
    const now = clock.now()
    const changed = await store.changeGuard(deviceId, now, choose, kind, personId)
    if (changed === null) throw new Problem('NOT_FOUND')
    return stateOf(changed, now)
  }

  /** @throws {Problem} ALARM_LINK_OVER. */
  const named = async (alarm: LinkedAlarm | null): Promise<LinkedAlarm> => {
    if (alarm === null) throw new Problem('ALARM_LINK_OVER')
    return { ...alarm, placeName: alarm.place && (await placeNames.nameOf(alarm.place)) }
  }

  return {
    async list(deviceId: string): Promise<{ state: GuardState; alarms: Alarm[] }> {
      const now = clock.now()
      const device = await store.device(deviceId, now)
      if (device === null) throw new Problem('NOT_FOUND')
      const latest = await store.latest(deviceId, retainedSince(now))
      return { state: stateOf(device, now), alarms: await withNamedPlaces(latest, placeNames) }
    },

    async acknowledge(deviceId: string, alarmId: string, by: AnsweredBy): Promise<Alarm> {
      const alarm = await store.acknowledge(deviceId, alarmId, clock.now(), by)
      if (alarm === null) throw new Problem('NOT_FOUND')
      return alarm
    },

    /** @param personId who does it in place of the owner; null: the owner. */
    pause: (deviceId: string, wish: PauseWish, until: Instant | null, personId: string | null): Promise<GuardState> => {
      const choose: Parameters<AlarmsStore['changeGuard']>[2] = async ({ mode, isMissed, guarded }, nights) => {
        if (isMissed) throw new Problem('VEHICLE_MISSED')
        if (guarded === null || !isGuarding(mode)) throw new Problem('NOT_GUARDED')
        const now = clock.now()
        return resting(guarded.guard, await wantedOf(wish, until, nights, now), now)
      }
      return change(deviceId, 'alarms-paused', choose, personId)
    },

    /** „Ich fahre“ and „Ja, ich bin es“, from when they were tapped: without a network they come later. */
    async ride(deviceId: string, at: Instant, personId: string | null): Promise<GuardState> {
      const now = clock.now()
      const tap = tapOf(at, now)
      const tappedAt = tap.at
      const device = await taps.ride(
        deviceId,
        { tappedAt, now, personId },
        async ({ device, changes, answeredAt, ...read }) => {
          const { mode, isMissed, guarded } = device
          const verdict = guarded && judgeRideTap(tap, { guard: guarded.guard, changes, answeredAt }, now)
          if (verdict === 'SAME') return null
          if (verdict === 'OVERTAKEN') throw new Problem('TAP_OVERTAKEN')
          if (isMissed) throw new Problem('VEHICLE_MISSED')
          if (guarded === null || !isGuarding(mode)) throw new Problem('NOT_GUARDED')
          return ridingSince(guarded.guard, usualPlaces(await read.nights()), await read.fixes(), { tappedAt, now })
        },
      )
      if (device === null) throw new Problem('NOT_FOUND')
      return stateOf(device, now)
    },

    endPause: (deviceId: string): Promise<GuardState> =>
      change(deviceId, 'alarms-resumed', ({ guarded }) => guarded && armed(guarded.guard, clock.now())),

    async linked(token: string | null): Promise<LinkedAlarm> {
      const now = clock.now()
      if (token === null) return named(null)
      const [hash, since] = [hashOf(token), retainedSince(now)]
      const alarm = (await links.read(hash, now, since)) ?? (await links.show(hash, now, since))
      const end = alarm === null ? await links.end(hash, now) : null
      if (end !== null) throw new Problem('ALARM_LINK_OVER', { message: linkEnds[end] })
      return named(alarm)
    },

    async answer(token: string | null): Promise<LinkedAlarm> {
      const now = clock.now()
      return named(token === null ? null : await links.answer(hashOf(token), now, retainedSince(now)))
    },

    /** Also while the guard is off: owners may test at any time whether e-mails arrive. */
    async test(deviceId: string): Promise<Alarm> {
      const now = clock.now()
      const test = { id: newId(), deviceId, kind: 'TEST' as const, detectedAt: now, place: null, numberToday: null }
      const alarm = await store.add(test)
      if (alarm === null) throw new Problem('NOT_FOUND')
      notify([alarm.id])
      return alarm
    },
  }
}

const linkEnds = {
  BACK: 'Zu diesem Fahrzeug ist gemeldet, dass es wieder da oder alles in Ordnung ist: Dieser Link zeigt nichts mehr.',
  ANSWERED: 'Dieser Alarm ist beantwortet. Wo das Fahrzeug jetzt ist, sehen Sie nach der Anmeldung.',
  OFF: 'Das Tracking dieses Fahrzeugs ist ausgeschaltet: Dieser Link zeigt nichts mehr.',
  EXPIRED: 'Dieser Link galt einen Tag lang. Wo das Fahrzeug jetzt ist, sehen Sie nach der Anmeldung.',
} as const

async function wantedOf(
  wish: PauseWish,
  until: Instant | null,
  nights: () => Promise<Night[]>,
  now: Date,
): Promise<WantedPause> {
  if (wish === 'RIDE') return { wish, homes: usualPlaces(await nights()) }
  if (wish !== 'UNTIL') return { wish }
  const end = until === null ? null : new Date(until)
  if (end === null || !mayPauseUntil(end, now)) throw new Problem('PAUSE_NOT_AHEAD')
  return { wish, until: end }
}

function stateOf({ mode, isMissed: missed, guarded }: AlarmDevice, now: Date): GuardState {
  if (guarded === null || !isGuarding(mode))
    return { guarded: false, missed, pause: null, sentToday: 0, quietUntil: null, sight: null }
  const times = timesOfMovementEmails(guarded, now)
  return {
    guarded: true,
    missed,
    pause: shownPause(pauseAt(guarded.guard, now)),
    sentToday: alarmsOfDay(times, now),
    quietUntil: quietUntil(times, now)?.toISOString() ?? null,
    sight: sightOf(guarded.guard, now),
  }
}
