import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'
import { randomId } from '#server/platform/ids.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { createSmtpMailer, SendingDropped } from '#server/mail/mailer.ts'
import {
  answer,
  createGate,
  type Script,
  type ScriptedMailServer,
  startScriptedMailServer,
} from '#server/mail/testing/scripted-mail-server.ts'
import { createAlarmEmailsStore } from './alarm-emails.store.ts'
import { createAlarmLinksStore } from '#server/features/alarms/answers/alarm-links.store.ts'
import { registerAlarmsJobs } from '#server/features/alarms/alarms.jobs.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createPendingMovementsStore } from '#server/features/alarms/guard/pending-movements.store.ts'
import { createSilenceStore } from '#server/features/alarms/guard/silence.store.ts'
import { createEmailSteps } from '#server/features/alarms/testing/email-steps.ts'

/*
 * E-mails of alarms, sent by the real worker to a real mail server that is slow, refuses and dies. Each ends at the owner, and
 * where it arrives twice it has the same name.
 */

const start = new Date('2026-06-01T08:00:00.000Z')

describeOnBothDatabases('e-mails of alarms', (database) => {
  const alarms = createAlarmsStore(database)
  const emails = createEmailSteps(database)
  const opened: (() => Promise<void> | void)[] = []
  let now: Date
  let deviceId: string
  let script: Script
  let server: ScriptedMailServer

  beforeEach(async () => {
    now = start
    script = {}
    deviceId = await putTracker(database, start, { imei: '350000000000001', mode: 'THEFT' })
    server = await startScriptedMailServer({
      atRecipient: (address) => script.atRecipient?.(address),
      atEnd: (handed) => script.atEnd?.(handed),
    })
    opened.push(server.close)
  })
  afterEach(async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  })
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * minuteMs)
  }

  /** A process with the real mailer. */
  function startProcess() {
    const mailer = createSmtpMailer({
      url: server.url,
      from: 'Wegwarte <no-reply@example.org>',
      bounces: undefined,
      host: 'wegwarte.example',
    })
    opened.push(mailer.close)
    const log = pino({ enabled: false })
    const clock = { now: () => now }
    const { messages, send } = createTestMessages(database, { mailer, pusher: { send: async () => 'TAKEN' }, clock })
    registerAlarmsJobs(
      { every: () => undefined, on: () => undefined },
      {
        alarms,
        emails: createAlarmEmailsStore(database),
        messages,
        links: createAlarmLinksStore(database),
        silence: createSilenceStore(database),
        pendingMovements: createPendingMovementsStore(database),
        clock,
        newId: randomId,
        notify: () => undefined,
        publicUrl: 'https://wegwarte.example',
        placeNames: noPlaceNames,
        accountLinks: { ownRide: async () => null },
        log,
      },
    )
    return { mailer, send }
  }
  const raise = async (): Promise<string> => {
    const id = randomId()
    await alarms.add({ id, deviceId, kind: 'MOVEMENT', detectedAt: now, place: null, numberToday: null })
    return id
  }
  const states = async () => (await alarms.latest(deviceId, start)).map(({ letter }) => letter.state)
  const names = () => server.handed.map(({ messageId }) => messageId)
  const nameOf = (alarmId: string) => `<alarm.${alarmId}@wegwarte.example>`
  const untilWaiting = (gate: ReturnType<typeof createGate>, count: number) =>
    expect.poll(gate.waiting, { timeout: 20_000 }).toBe(count)

  test('fifty leave in under a minute where the server takes eight seconds for each, while others wait, too', async () => {
    const perEmailSeconds = 8
    const count = 50
    const [ofAlarms, ofOthers] = [createGate(), createGate()]
    script.atEnd = ({ messageId }) => (messageId.startsWith('<alarm.') ? ofAlarms.pass() : ofOthers.pass())
    const { mailer, send } = startProcess()
    // They came before the alarms, and none of them is answered meanwhile.
    const message = { subject: 'Probe', text: 'Guten Tag', html: '<p>Guten Tag' }
    const others = Array.from({ length: 20 }, (_, index) => mailer.send(`other${index}@example.org`, message))
    await untilWaiting(ofOthers, mailServerLimits.othersAtOnce)
    for (let alarm = 0; alarm < count; alarm += 1) await raise()
    const sending = send()
    // By the server's own clock: it works on all that it has at the same time, for so long.
    let serverSeconds = 0
    for (let taken = 0; taken < count; taken += mailServerLimits.alarmsAtOnce) {
      await untilWaiting(ofAlarms, mailServerLimits.alarmsAtOnce)
      serverSeconds += perEmailSeconds
      ofAlarms.letOn()
    }
    await sending
    expect(serverSeconds).toBeLessThan(60)
    expect(new Set(await states())).toEqual(new Set(['SENT']))
    expect(new Set(names().filter((name) => name.startsWith('<alarm.'))).size).toBe(count)
    const late = Promise.allSettled(others)
    server.die()
    mailer.stop()
    mailer.close()
    await late
  })

  test('that a server puts off at first, or dies over, are taken the next time, under the same name', async () => {
    const [first, second, third] = [await raise(), await raise(), await raise()]
    const { send } = startProcess()
    const troubles = [() => Promise.reject(answer(451, '4.7.1 Greylisted')), server.die]
    script.atRecipient = () => troubles.shift()?.()
    script.atEnd = () => {
      script.atEnd = () => undefined
      server.die()
    }
    for (let minute = 0; minute < 5; minute += 1) {
      await send()
      pass(1)
    }
    expect(await states()).toEqual(['SENT', 'SENT', 'SENT'])
    expect(new Set(names())).toEqual(new Set([first, second, third].map(nameOf)))
  })

  test('that hang do not hold up one that is raised meanwhile', async () => {
    const gate = createGate()
    script.atRecipient = gate.pass
    const hanging = await raise()
    const { send } = startProcess()
    const sending = send()
    await untilWaiting(gate, 1)
    script.atRecipient = () => undefined
    const raised = await raise()
    await expect.poll(names, { timeout: 20_000 }).toEqual([nameOf(raised)])
    gate.letOn()
    await sending
    expect(names()).toEqual([raised, hanging].map(nameOf))
  })

  test.each([
    ['is a theft that cannot be taken back any more', [{ state: 'STOLEN', undoSeconds: 0 }], true],
    ['is no theft that still can', [{ state: 'STOLEN', undoSeconds: 1 }], false],
    [
      'is a suspicion, under a theft that still can be taken back',
      [
        { state: 'SUSPICIOUS', undoSeconds: 0 },
        { state: 'STOLEN', undoSeconds: 1 },
      ],
      true,
    ],
    [
      'is no theft that is over',
      [
        { state: 'STOLEN', undoSeconds: 0 },
        { state: 'RECOVERED', undoSeconds: 0 },
      ],
      false,
    ],
  ] as const)('go by what their owner has stated where that %s', async (_what, statements, isMissed) => {
    for (const { state, undoSeconds } of statements) {
      const undoUntil = new Date(now.getTime() + undoSeconds * secondMs)
      await database
        .insertInto('dossier_changes')
        .values({ device_id: deviceId, state, since: now, set_at: now, undo_until: undoUntil })
        .execute()
    }
    const id = randomId()
    await alarms.add({ id, deviceId, kind: 'MOVEMENT', detectedAt: now, place: null, numberToday: null })
    expect(await createAlarmEmailsStore(database).read(id, now)).toMatchObject({ isMissed })
  })

  test('that waited for their turn are not sent to an owner who has answered meanwhile', async () => {
    const gate = createGate()
    script.atRecipient = gate.pass
    const { send, mailer } = startProcess()
    const message = { subject: 'Alarm', text: 'Alarm', html: '<p>Alarm</p>' }
    const before = Array.from({ length: mailServerLimits.connections }, () =>
      mailer.send('other@example.org', message, { isAlarm: true }),
    )
    await untilWaiting(gate, mailServerLimits.connections)
    const raised = await raise()
    const sending = send()
    await expect.poll(states).toEqual(['SENDING'])
    await alarms.acknowledge(deviceId, raised, now)
    gate.letOn()
    await Promise.all([...before, sending])
    expect(names()).not.toContain(nameOf(raised))
    expect(await states()).toEqual(['STOPPED'])
  })

  test('that no server has the whole of when the product stops are sent by the next process at once', async () => {
    const gate = createGate()
    script.atRecipient = gate.pass
    const alarm = await raise()
    const { mailer, send } = startProcess()
    const sending = send()
    await untilWaiting(gate, 1)
    mailer.stop()
    await expect(sending, 'so that the job is tried again').rejects.toThrow(SendingDropped)
    gate.letOn()
    expect([await states(), names()]).toEqual([['QUEUED'], []])
    script.atRecipient = () => undefined
    now = new Date(now.getTime() + 1)
    await startProcess().send()
    expect([await states(), names()]).toEqual([['SENT'], [nameOf(alarm)]])
  })

  test('that a server has the whole of when the process ends are left to their lease, and keep their name', async () => {
    const gate = createGate()
    script.atEnd = gate.pass
    const alarm = await raise()
    const { mailer, send } = startProcess()
    const sending = send()
    await untilWaiting(gate, 1)
    mailer.stop()
    script.atEnd = () => undefined
    const next = startProcess()
    pass(messagesServerLimits.leaseMinutes)
    await next.send()
    expect([await states(), names()], 'the server may still take it').toEqual([['SENDING'], [nameOf(alarm)]])
    pass(1)
    await next.send()
    expect([await states(), names()]).toEqual([['SENT'], [nameOf(alarm), nameOf(alarm)]])
    gate.letOn()
    await sending
  })

  test('that are being sent for long are nobody else’s, as long as their worker says so', async () => {
    const alarm = await raise()
    expect(await emails.begin(now)).toMatchObject({ alarmId: alarm })
    for (let minute = 0; minute < 30; minute += 1) {
      pass(1)
      await emails.renew(alarm, now)
      expect(await emails.begin(now)).toBeNull()
    }
    pass(messagesServerLimits.leaseMinutes + 1)
    expect(await emails.begin(now)).toMatchObject({ alarmId: alarm })
  })

  test('to an address that is the owner’s no more are sent to the new one after their lease', async () => {
    const alarm = await raise()
    await emails.begin(now)
    pass(1)
    await database.updateTable('users').set({ email: 'new@example.org', email_verified_at: now }).execute()
    pass(1)
    await emails.renew(alarm, now)
    pass(messagesServerLimits.leaseMinutes - 1)
    expect(await emails.begin(now)).toMatchObject({ alarmId: alarm, email: 'new@example.org' })
  })
})
