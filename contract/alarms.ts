import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/call-limit.ts'
import { endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { alarmId, deviceId } from '#contract/identity.ts'
import { instant, latitude, longitude } from '#contract/place.ts'

/**
 * What an alarm is about. `FIRST`: the first position after the guard was switched on. `MOVEMENT`: the vehicle moved.
 * `TOW` to `VIBRATION`: the tracker itself signals it. `LOW_BATTERY`: it soon falls silent. `SILENCE`: no sign of life.
 * `TEST`: its owner tries the whole chain.
 */
export const alarmKinds = [
  'FIRST',
  'MOVEMENT',
  'TOW',
  'POWER_CUT',
  'TAMPER',
  'JAMMING',
  'VIBRATION',
  'LOW_BATTERY',
  'SILENCE',
  'TEST',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

/**
 * `SENT`: the mail server has taken it. `FAILED`: given up. A letter that failed for now is `QUEUED` again. What mail servers
 * report later: `DELIVERED`, it lies in the recipient's mailbox; `BOUNCED`, it came back for good, or was not taken because
 * there is no such address.
 */
export const letterStates = ['QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'BOUNCED'] as const
export type LetterState = (typeof letterStates)[number]

/** `SENT`: the push service has taken it. `GONE`: the browser does not want it any more. */
export const pushStates = ['QUEUED', 'SENDING', 'SENT', 'GONE', 'FAILED'] as const
export type PushState = (typeof pushStates)[number]

/** When a message was last handed over, and when it had been taken or refused; null where that is told as a report. */
const handedOver = { begunAt: z.nullable(instant), endedAt: z.nullable(instant) }

export const alarm = z
  .object({
    id: alarmId,
    kind: z.enum(alarmKinds),
    detectedAt: instant,
    /** Of a `SILENCE` the last known one; null where the alarm came without a position. `accuracy` in metres. */
    place: z.nullable(z.object({ latitude, longitude, accuracy: z.nullable(z.number()), recordedAt: instant })),
    /** The how many-th letter about a position it was on its day; null for what does not count. */
    numberToday: z.nullable(z.number()),
    /** `reportedAt`: when a mail server's report about it was read. */
    letter: z.object({ state: z.enum(letterStates), ...handedOver, reportedAt: z.nullable(instant) }),
    /** One for each browser that was to be told. */
    pushes: z.array(z.object({ state: z.enum(pushStates), ...handedOver })),
    acknowledgedAt: z.nullable(instant),
  })
  .check(z.meta({ id: 'Alarm' }))
export type Alarm = z.output<typeof alarm>

/** How long no alarm shall be raised: one hour, eight, or until the ride that begins now has ended. */
export const pauseWishes = ['SHORT', 'LONG', 'RIDE'] as const
export const pauseWish = z.enum(pauseWishes, 'Bitte wählen Sie, wie lange der Alarm pausieren soll.')
export type PauseWish = z.output<typeof pauseWish>

export const guardState = z
  .object({
    /** The device is recorded in a mode that raises alarms. */
    guarded: z.boolean(),
    pause: z.nullable(z.object({ kind: z.enum(['TIMED', 'RIDE']), until: instant })),
    /** Letters about positions on this German day. */
    sentToday: z.number(),
    /** No letter about a position goes out before; null where one may go out now. */
    quietUntil: z.nullable(instant),
  })
  .check(z.meta({ id: 'GuardState' }))
export type GuardState = z.output<typeof guardState>

const params = z.object({ deviceId })

export const alarms = {
  list: endpoint('GET', '/api/alarms/:deviceId', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ob der Diebstahlalarm eines Geräts scharf ist, und seine letzten Alarme, der neueste zuerst.',
    params,
    reply: z.object({ state: guardState, alarms: z.array(alarm) }),
  }),
  acknowledge: endpoint('POST', '/api/alarms/:deviceId/acknowledge', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Einen Alarm als gesehen vermerken.',
    params,
    body: z.object({ alarmId }),
    reply: alarm,
  }),
  pause: endpoint('POST', '/api/alarms/:deviceId/pause', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Den Alarm pausieren: eine Stunde, acht Stunden oder bis zum Ende der Fahrt.',
    params,
    body: z.object({ pause: pauseWish }),
    reply: guardState,
    problems: ['NOT_GUARDED'],
  }),
  endPause: endpoint('DELETE', '/api/alarms/:deviceId/pause', {
    repeat: 'again',
    access: 'verified',
    limit: manyChanges,
    summary: 'Den Alarm sofort wieder einschalten.',
    params,
    reply: guardState,
  }),
  test: endpoint('POST', '/api/alarms/:deviceId/test', {
    access: 'verified',
    limit: { kind: 'alarm-test', per: 'caller', max: limits.alarms.testsPerHour, minutes: 60 },
    summary: 'Einen Test-Alarm durch die ganze Kette schicken; die Liste zeigt, wie weit er ist.',
    status: 201,
    params,
    reply: alarm,
    problems: ['DEMO_READ_ONLY'],
  }),
}
