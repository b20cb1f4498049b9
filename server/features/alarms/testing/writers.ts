import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, first, firstImei, now, minutes, place, second, days } from '#server/db/testing/writer.ts'
import { createAlarmEmailsStore } from '#server/features/alarms/emails/alarm-emails.store.ts'
import { emailIdOf, hopIdOf } from '#server/features/alarms/emails/alarm-email-id.ts'
import { hopMessage } from '#server/features/alarms/emails/alarm-messages.ts'
import { contactsByEmail, correctTurns, hopConsequence } from '#server/features/alarms/chain/chain-turns.ts'
import { createAlarmLinksStore } from '#server/features/alarms/answers/alarm-links.store.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createKeptTapsStore } from '#server/features/alarms/answers/kept-taps.store.ts'
import { createOwnRidesStore } from '#server/features/alarms/answers/own-rides.store.ts'
import { createPendingMovementsStore } from '#server/features/alarms/guard/pending-movements.store.ts'
import { createSilenceStore } from '#server/features/alarms/guard/silence.store.ts'
import { ownersEmails } from '#server/features/alarms/testing/email-steps.ts'
import { personAlarm } from '#server/features/alarms/people/person-alarms.ts'
import { createMailedTokensStore } from '#server/features/auth/mailed-tokens.store.ts'
import { createMessagesStore, type Lane } from '#server/features/messages/messages.store.ts'
import { hooks } from '#server/hooks.ts'
import { emailName } from '#server/mail/email-name.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { sql } from 'kysely'

export const alarmsWriters: WorldPart = {
  put: putAlarms,

  writers: [
    {
      name: 'a change of a guard',
      isOwners: true,
      write: (on) =>
        createAlarmsStore(on).changeGuard(
          first,
          now,
          ({ guarded }) => guarded && { ...guarded.guard, holding: [] },
          'alarms-resumed',
        ),
    },
    {
      name: 'a ride that was tapped before',
      isOwners: true,
      write: (on) =>
        createKeptTapsStore(on).ride(
          first,
          { tappedAt: minutes(-5), now, personId: null },
          async ({ device, nights, fixes }) => {
            await nights()
            await fixes()
            return device.guarded && { guard: { ...device.guarded.guard, holding: [] }, answersUntil: now }
          },
        ),
    },
    {
      name: 'the places of alarms forgotten',
      isOwners: true,
      write: (on) => createAlarmsStore(on).forgetPlaces(first, { start: null, end: null }),
    },
    { name: 'the retention of alarms', write: (on) => createAlarmsStore(on).expire(minutes(-5)), isPartial: true },
    { name: 'a test alarm', isOwners: true, write: (on, id) => createAlarmsStore(on).add(alarm(id)) },
    { name: 'the link to say an own ride', prepare: putAlarmLink, write: alarmLink },
    { name: 'an own ride said by link', prepare: putAlarmLink, write: answerAlarm },
    {
      name: 'an alarm’s e-mail begun',
      write: (on) => createMessagesStore(on).begin(ownersEmails, now),
      isPartial: true,
    },
    { name: 'an alarm’s e-mail ended', write: endEmail },
    {
      name: 'a report about an alarm’s e-mail',
      write: async (on) =>
        createMessagesStore(on).report(
          emailIdOf('alarm-1'),
          ['delivered'],
          now,
          await createAlarmEmailsStore(on).consequenceOf('alarm-1'),
        ),
    },
    { name: 'a report about an alarm’s e-mail to an invited person', prepare: putPersonsEmail, write: reportPersons },
    {
      name: 'e-mails of a version before taken over',
      write: (on) => createAlarmEmailsStore(on).takeOver(now),
      isPartial: true,
    },
    {
      name: 'an alarm acknowledged',
      isOwners: true,
      write: (on) => createAlarmsStore(on).acknowledge(first, 'alarm-1', now),
    },
    { name: 'an owner’s link to an alarm', write: linkToAlarm },
    {
      name: 'an alarm answered by link',
      write: (on) => createAlarmLinksStore(on).answer(hashOf('alarm link'), now, minutes(-60)),
    },
    {
      name: 'a message to an emergency contact begun',
      write: (on) => createMessagesStore(on).begin(contacts, now),
      isPartial: true,
    },
    {
      name: 'a report about a message to an emergency contact',
      write: (on) =>
        createMessagesStore(on).report(hopIdOf('alarm-1', 2, 'EMAIL'), ['failed'], now, hopConsequence('alarm-1', 2)),
    },
    {
      name: 'the next contact called after one left',
      write: (on) => correctTurns(on, now),
    },
    { name: 'movement reported later', write: raisePendingAlarms },
    {
      name: 'a silence reported',
      prepare: (on) =>
        on
          .updateTable('device_inventory')
          .set({ last_active_at: days(-9) })
          .where('imei', '=', firstImei)
          .execute(),
      write: raiseSilence,
    },
  ],
}

const contacts: Lane = { channels: ['EMAIL'], kinds: [hopMessage.name], turns: contactsByEmail.turns }

function alarm(id: string, deviceId = first) {
  return {
    id,
    deviceId,
    kind: 'TEST' as const,
    detectedAt: now,
    place: { ...place, accuracy: 5, recordedAt: minutes(-10) },
    numberToday: null,
  }
}

async function putAlarms(database: Database): Promise<void> {
  const alarms = createAlarmsStore(database)
  for (const [id, deviceId] of [
    ['alarm-1', first],
    ['alarm-2', second],
    ['alarm-3', first],
  ] as const) {
    await alarms.add({ ...alarm(id, deviceId), detectedAt: minutes(-10) })
  }
  await database
    .updateTable('messages')
    .set({ state: 'SENDING', begun_at: minutes(-1), tries: 1 })
    .where('id', 'in', [emailIdOf('alarm-1'), emailIdOf('alarm-2')])
    .execute()
  // Its e-mail waits at a version before.
  const leftBehind = { id: 'left-behind', kind: 'TOW', detected_at: minutes(-2), letter: 'QUEUED' } as const
  await database
    .insertInto('alarms')
    .values({ ...leftBehind, device_id: first })
    .execute()
  const { rows } = await sql<{ device_id: string; at: Date }>`
    select device_id, max(recorded_at) as at from positions group by device_id`.execute(database)
  await database.updateTable('alarm_guards').set({ untold_fix_at: null }).execute()
  for (const { device_id: deviceId, at } of rows) {
    await database.updateTable('alarm_guards').set({ untold_fix_at: at }).where('device_id', '=', deviceId).execute()
  }
}

async function endEmail(database: Database) {
  const consequence = await createAlarmEmailsStore(database).consequenceOf('alarm-1')
  const bounced = { state: 'BOUNCED', retryAt: null } as const
  await createMessagesStore(database).end({ id: emailIdOf('alarm-1'), tries: 1 }, bounced, now, consequence)
}

/** To Bert, who drives the first vehicle. */
const personsEmail = emailName(personAlarm.name, 'alarm-4', 'bert')

async function putPersonsEmail(database: Database) {
  await createAlarmsStore(database).add({ ...alarm('alarm-4'), kind: 'MOVEMENT', numberToday: 1 })
  await database
    .updateTable('messages')
    .set({ state: 'SENT', begun_at: minutes(-1), tries: 1 })
    .where('id', '=', personsEmail)
    .execute()
}

async function reportPersons(database: Database) {
  const consequence = await createAlarmEmailsStore(database).consequenceOfPersons(personsEmail)
  await createMessagesStore(database).report(personsEmail, ['failed'], now, consequence)
}

export function linkToAlarm(database: Database, id: string) {
  const reached = { userId: 'anna', email: 'anna@example.org' }
  return createAlarmLinksStore(database).addForOwner({ tokenHash: hashOf(id), alarmId: 'alarm-1', reached }, now)
}

function alarmLink(database: Database, id: string) {
  return createMailedTokensStore(database).createToken({
    hash: hashOf(id),
    userId: 'anna',
    purpose: 'own-ride',
    email: 'anna@example.org',
    createdAt: now,
    expiresAt: days(1),
    alarmId: 'alarm-1',
  })
}

function putAlarmLink(database: Database) {
  return alarmLink(database, 'answer')
}

function answerAlarm(database: Database) {
  const link = { alarmId: 'alarm-1', userId: 'anna', deviceId: first }
  return createOwnRidesStore(database, hooks).answer(
    hashOf('answer'),
    link,
    now,
    async ({ guarded }) => guarded && { ...guarded.guard, holding: [] },
  )
}

function raisePendingAlarms(database: Database, id: string) {
  return createPendingMovementsStore(database).raise(({ deviceId, guarded }) => {
    const { guard } = guarded
    return {
      alarm: { ...alarm(`${id}-${deviceId}`, deviceId), kind: 'MOVEMENT' },
      guard: { ...guard, pendingFixAt: null },
    }
  }, now)
}

function raiseSilence(database: Database, id: string) {
  const silence = { id, deviceId: first, kind: 'SILENCE' as const, detectedAt: now, numberToday: null }
  return createSilenceStore(database).raise(silence, days(-20), () => true)
}
