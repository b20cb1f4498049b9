import * as z from 'zod/mini'
import { mailedToken } from '#contract/auth/auth.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { alarmId, deviceId, userId } from '#contract/base/identity.ts'
import { phoneChannels } from '#contract/phones/phone-channel.ts'
import { instant, latitude, longitude, placeName } from '#contract/base/place.ts'
import { alarmsLimits } from './alarms-limits.ts'
import { back, missed } from './owner-statements.ts'

/**
 * Calls for help, which the tracker itself signals: no thefts. `SOS`: somebody has pressed its button. `FALL`, `ACCIDENT`: it
 * has felt one.
 */
export const helpKinds = ['SOS', 'FALL', 'ACCIDENT'] as const
export type HelpKind = (typeof helpKinds)[number]

/** Alarms that may mean theft: not the first position, a low battery, a silence or a test. */
export const theftKinds = ['MOVEMENT', 'TOW', 'POWER_CUT', 'TAMPER', 'JAMMING', 'VIBRATION'] as const
export type TheftKind = (typeof theftKinds)[number]

/**
 * What an alarm is about. `FIRST`: the first position after the guard was switched on. `MOVEMENT`: the vehicle moved. `TOW`
 * to `VIBRATION`: the tracker itself signals it. `LOW_BATTERY`: the tracker will soon be silent. `SILENCE`: no sign of
 * life. `TEST`: the owner tries the whole chain.
 */
export const alarmKinds = [...helpKinds, 'FIRST', ...theftKinds, 'LOW_BATTERY', 'SILENCE', 'TEST'] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** Whether a vehicle may be stolen. */
export function mayMeanTheft(kind: AlarmKind): kind is TheftKind {
  return theftKinds.some((theft) => theft === kind)
}

/** Whether somebody may need help, rather than a vehicle be stolen. */
export function isCallForHelp(kind: AlarmKind): kind is HelpKind {
  return helpKinds.some((help) => help === kind)
}

/**
 * What shows that a vehicle has moved (domain/alarms/departure.ts). Probably: `FAR`, a fix is further away than errors
 * reach; `DRIVES_OFF`, the first fix away comes with a speed from a tracker that had reported none before; `LAST_SEEN_AWAY`, the last
 * fix is away, and no other came since; `STIRRED_THEN_SILENT`, the tracker said that it is moved, and nothing since. All others
 * are certain. `LEADS_AWAY`: fixes lead away from the place. `STANDS_ELSEWHERE`, `STAYS_AWAY`: fixes in a row are together
 * elsewhere, or all away. `DRIVES`: the measured speed agrees with the way between two fixes away. `STIRRED`: it is away while
 * its tracker says that it is moved. `CREPT`: it was moved bit by bit from where it was parked.
 */
export const movementEvidences = [
  'FAR',
  'LAST_SEEN_AWAY',
  'LEADS_AWAY',
  'STANDS_ELSEWHERE',
  'STAYS_AWAY',
  'DRIVES',
  'STIRRED',
  'CREPT',
  'DRIVES_OFF',
  'STIRRED_THEN_SILENT',
] as const
export type MovementEvidence = (typeof movementEvidences)[number]

const probable: readonly MovementEvidence[] = ['FAR', 'DRIVES_OFF', 'LAST_SEEN_AWAY', 'STIRRED_THEN_SILENT']

/** Whether it shows for certain that the vehicle has moved. */
export function isCertain(evidence: MovementEvidence): boolean {
  return !probable.includes(evidence)
}

/**
 * `SENT`: the mail server accepted it. `FAILED`: given up. An e-mail that failed temporarily is `QUEUED` again. What mail
 * servers report later: `DELIVERED`, it is in the recipient's mailbox; `BOUNCED`, it came back for good, or was refused
 * because there is no such address. `STOPPED`: its owner answered before it was sent.
 */
export const emailStates = ['QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'BOUNCED', 'STOPPED'] as const
export type EmailState = (typeof emailStates)[number]

/** `SENT`: the push service accepted it. `GONE`: the browser is no longer subscribed. */
export const pushStates = ['QUEUED', 'SENDING', 'SENT', 'GONE', 'FAILED'] as const

/**
 * Messages to emergency contacts and to phones. `QUEUED`: not due yet, or tried again. `FAILED`: given up, or the contact has
 * left. `BOUNCED`: a mail server knows no such address, or sent the e-mail back; or the phone was removed. `WITHHELD`: the
 * address, the number, the account or the installation was sent as many as it may be on a day. Where every message to a
 * contact became one of these, the next contact's turn comes at once. `STOPPED`: somebody answered before.
 */
export const hopStates = ['QUEUED', 'SENDING', 'SENT', 'FAILED', 'BOUNCED', 'STOPPED', 'WITHHELD'] as const
export type HopState = (typeof hopStates)[number]
export const hopChannels = ['EMAIL', ...phoneChannels] as const
export type HopChannel = (typeof hopChannels)[number]

/** When a message was last handed over, and when it was accepted or refused; null if that is shown as a report. */
const handedOver = { begunAt: z.nullable(instant), endedAt: z.nullable(instant) }

/** `dueAt`: when it may be sent, at the earliest; null: at once. `reportedAt`: when a mail server's report about it was read. */
const reported = { dueAt: z.nullable(instant), reportedAt: z.nullable(instant) }
const letter = z.object({ state: z.enum(emailStates), ...handedOver, ...reported })
/** One for each subscribed browser. */
const pushes = z.array(z.object({ state: z.enum(pushStates), ...handedOver }))

const alarmPlace = z.nullable(z.object({ latitude, longitude, accuracy: z.nullable(z.number()), recordedAt: instant }))

export const alarm = z
  .object({
    id: alarmId,
    kind: z.enum(alarmKinds),
    detectedAt: instant,
    /** Of a `SILENCE` the last known place; null if the alarm came without a position. `accuracy` in metres. */
    place: alarmPlace,
    placeName,
    /** The number of this e-mail among those about movements on its day; null for what does not count. */
    numberToday: z.nullable(z.number()),
    /** Of a `MOVEMENT`, how it was recognised; null for other alarms, and for those from before this was noted. */
    evidence: z.nullable(z.enum(movementEvidences)),
    letter,
    pushes,
    /** To the owner's phone, and to the emergency contacts in their order; empty where there are none. */
    hops: z.array(
      z.object({
        channel: z.enum(hopChannels),
        /** Of its receiver: 0 is the owner, contacts are counted from 1. */
        number: z.number(),
        /** Of a contact; null once they have left or were removed, and of the owner. */
        email: z.nullable(z.string()),
        dueAt: instant,
        state: z.enum(hopStates),
        /** How often it was handed over. */
        tries: z.number(),
        endedAt: z.nullable(instant),
        /** When this contact said that they look after it. */
        answeredAt: z.nullable(instant),
      }),
    ),
    /** To each invited person, by the owner's name for them; null once they have left. Absent: none, or a server of the version before. */
    people: z.optional(z.array(z.object({ name: z.nullable(z.string()), letter, pushes }))),
    acknowledgedAt: z.nullable(instant),
  })
  .check(z.meta({ id: 'Alarm' }))
export type Alarm = z.output<typeof alarm>

/**
 * How long no alarm is raised. `RIDE`: until the vehicle has arrived (domain/alarms/ride.ts). `UNTIL`: until a time today or
 * in the night. `OPEN`: until its owner ends the pause. `SHORT`, `LONG`: one hour, eight.
 */
export const pauseWishes = ['RIDE', 'UNTIL', 'OPEN', 'SHORT', 'LONG'] as const
export const pauseWish = z.enum(pauseWishes, 'Bitte wählen Sie, wie lange der Alarm pausieren soll.')
export type PauseWish = z.output<typeof pauseWish>

export const pauseKinds = ['TIMED', 'RIDE', 'OPEN'] as const
export type PauseKind = (typeof pauseKinds)[number]

export const guardState = z
  .object({
    /** The device is recorded in a mode that raises alarms. */
    guarded: z.boolean(),
    /** Its owner has stated that it is stolen, or may be: nobody pauses its alarm. */
    missed: z.boolean(),
    /** `until`: at the latest; null until its owner ends it. */
    pause: z.nullable(z.object({ kind: z.enum(pauseKinds), until: z.nullable(instant) })),
    /** E-mails about movements on this German day. */
    sentToday: z.number(),
    /** No e-mail about a movement is sent before; null if one may be sent now. */
    quietUntil: z.nullable(instant),
    /**
     * How closely its tracker lets the alarm look: how far the vehicle must be seen from its place, how often it is seen, and
     * whether the tracker looked like a theft by mistake in the last weeks, for which the alarm waits. Null while nothing is
     * known of it.
     */
    sight: z.nullable(
      z.object({ radiusMetres: z.number(), everySeconds: z.nullable(z.number()), hasErred: z.boolean() }),
    ),
  })
  .check(z.meta({ id: 'GuardState' }))
export type GuardState = z.output<typeof guardState>

/** What a link in an alarm's message shows to whom it was sent: no more than the message itself, and what was said since. */
export const linkedAlarm = z
  .object({
    reader: z.enum(['OWNER', 'CONTACT']),
    /**
     * Of one that shows the alarm, and answers nothing, until somebody has seen that, for a day at most: who is its owner, and where
     * they see the vehicle when they are signed in. Absent: it answers, or the server is of the version before.
     */
    readsOnly: z.optional(z.object({ ownerId: userId, address: z.string() })),
    /** Null where it only shows the alarm: whose it is, is none of its words. */
    ownerEmail: z.nullable(z.string()),
    deviceName: z.string(),
    kind: z.enum(alarmKinds),
    detectedAt: instant,
    place: alarmPlace,
    placeName,
    evidence: z.nullable(z.enum(movementEvidences)),
    /** What its owner has stated about the vehicle. Absent: nothing, or it only shows the alarm. */
    stated: z.optional(z.discriminatedUnion('kind', [missed, back])),
    /**
     * Who answered first, and when; null if nobody has. `READER`: the person with this link. `OWNER`: also by a pause, or what they
     * have stated.
     */
    answer: z.nullable(z.object({ by: z.enum(['OWNER', 'CONTACT', 'READER']), at: instant })),
  })
  .check(z.meta({ id: 'LinkedAlarm' }))
export type LinkedAlarm = z.output<typeof linkedAlarm>

const params = z.object({ deviceId })

export const alarms = {
  list: endpoint('GET', '/api/alarms/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId', by: 'WATCHER' },
    tokenScope: 'ALARMS',
    limit: manyReads,
    summary:
      'Ob der Diebstahlalarm eines Geräts scharf ist, und seine letzten Alarme, der neueste zuerst. Eingeladene Personen bekommen sie ohne Orte.',
    params,
    reply: z.object({ state: guardState, alarms: z.array(alarm) }),
  }),
  acknowledge: endpoint('POST', '/api/alarms/:deviceId/acknowledge', {
    access: 'owner',
    owns: { device: 'deviceId', by: 'DRIVER' },
    tokenScope: 'ANSWER_ALARMS',
    limit: manyChanges,
    summary: 'Einen Alarm als gesehen vermerken.',
    params,
    body: z.object({ alarmId }),
    reply: alarm,
  }),
  pause: endpoint('POST', '/api/alarms/:deviceId/pause', {
    access: 'owner',
    owns: { device: 'deviceId', by: 'DRIVER' },
    limit: manyChanges,
    summary:
      'Den Alarm pausieren: bis zur Ankunft, bis zu einer Uhrzeit, bis er wieder eingeschaltet wird, eine Stunde oder acht Stunden. Bis zur Ankunft gilt es ab `at`, höchstens 24 Stunden zurück. Wer zum Fahren eingeladen ist, pausiert nur bis zur Ankunft.',
    params,
    body: z
      .object({
        pause: pauseWish,
        until: z.optional(instant),
        /** When it was tapped: without a network it comes later. Absent: now. */
        at: z.optional(instant),
      })
      .check(
        z.refine(({ pause, until }) => (pause === 'UNTIL') === (until !== undefined), {
          path: ['until'],
          error: 'Bitte geben Sie an, bis wann der Alarm pausieren soll.',
        }),
        z.refine(({ pause, at }) => pause === 'RIDE' || at === undefined, {
          path: ['at'],
          error: 'Nur „Ich fahre“ darf später ankommen.',
        }),
      ),
    reply: guardState,
    problems: ['NOT_GUARDED', 'PAUSE_NOT_AHEAD', 'VEHICLE_MISSED', 'TAP_OVERTAKEN', 'DRIVER_RIDES_ONLY'],
  }),
  endPause: endpoint('DELETE', '/api/alarms/:deviceId/pause', {
    repeat: 'again',
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Den Alarm sofort wieder einschalten.',
    params,
    reply: guardState,
  }),
  ownRide: endpoint('POST', '/api/alarms/own-ride', {
    access: 'public',
    limit: { per: 'network', perMinute: alarmsLimits.answersPerMinute },
    summary:
      '„Das bin ich“, mit dem Token aus der E-Mail über einen Alarm: Der Alarm ist beantwortet und pausiert bis zur Ankunft.',
    body: z.object({ token: mailedToken }),
    reply: z.object({ deviceName: z.string(), pause: guardState.shape.pause }),
    problems: ['ALARM_LINK_UNKNOWN', 'ALARM_ANSWERED', 'ALARM_LINK_ENDED'],
  }),
  test: endpoint('POST', '/api/alarms/:deviceId/test', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: { kind: 'alarm-test', per: 'caller', max: alarmsLimits.testsPerHour, minutes: 60 },
    summary: 'Einen Test-Alarm durch die ganze Kette schicken; die Liste zeigt, wie weit er ist.',
    status: 201,
    params,
    reply: alarm,
    problems: ['DEMO_READ_ONLY'],
  }),
  linked: endpoint('GET', '/api/alarms/linked', {
    access: 'public',
    limit: manyReads,
    summary: 'Was der Link in einer Nachricht über einen Alarm zeigt. Sein Schlüssel kommt als Bearer-Token.',
    reply: linkedAlarm,
    problems: ['ALARM_LINK_OVER'],
  }),
  answer: endpoint('POST', '/api/alarms/linked/answer', {
    access: 'public',
    repeat: 'again',
    limit: manyChanges,
    summary:
      'Mit dem Schlüssel aus einer Nachricht als Bearer-Token sagen, dass man sich kümmert: Niemand weiter wird benachrichtigt. Die erste Antwort zählt.',
    reply: linkedAlarm,
    problems: ['ALARM_LINK_OVER'],
  }),
}
