import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { resting } from '#domain/alarms/pauses.ts'
import { helpVersion } from '#domain/emergency-contacts/agreement.ts'
import { registerAlarmHopsJobs } from './alarm-hops.jobs.ts'
import { createAlarmEmailsStore } from '#server/features/alarms/emails/alarm-emails.store.ts'
import { createEmailSteps } from '#server/features/alarms/testing/email-steps.ts'
import { putHops } from '#server/features/alarms/testing/hops.ts'
import { createMessages } from '#server/features/messages/messages.jobs.ts'
import { createDigestsStore } from '#server/features/messages/digests.store.ts'
import { createMessagesStore } from '#server/features/messages/messages.store.ts'
import { createAlarmHopsStore } from './alarm-hops.store.ts'
import { recordEmailReport } from '#server/features/alarms/emails/delivery-reports.ts'
import { createAlarmLinksStore } from '#server/features/alarms/answers/alarm-links.store.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createEmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import { createPhonesStore, type PhonePerson } from '#server/features/phones/phones.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { AddressRefused, type Email, SendingUnwanted } from '#server/mail/mailer.ts'
import { postfixBounce, postfixDelivery } from '#server/mail/testing/delivery-reports.ts'
import type { PhoneMessage, PhoneOutcome } from '#server/phone/phone-provider.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession } from '#server/testing/rows.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
/** The process ends here: nothing after it happens. */
class Killed extends Error {}

describeOnBothDatabases('the chain of emergency contacts', (database) => {
  const alarms = createAlarmsStore(database)
  const contacts = createEmergencyContactsStore(database, noQueue)
  const links = createAlarmLinksStore(database)
  const emails = createEmailSteps(database)
  const phones = createPhonesStore(database)
  let now: Date
  let sent: { to: string; email: Email; id: string | undefined }[]
  let mailServer: () => Promise<void>
  /** What the webhook was handed, also more than once. */
  let handedOver: PhoneMessage[]
  /** Of alarms, in seconds until the first message about them was taken. */
  let firstAfter: number[]
  let webhook: () => PhoneOutcome
  let deviceId: string
  let sessionId: string
  let ids: number

  beforeEach(async () => {
    ;[now, sent, ids] = [start, [], 0]
    mailServer = async () => undefined
    ;[handedOver, firstAfter] = [[], []]
    webhook = () => 'TAKEN'
    deviceId = await putTracker(database, start, { imei: '350000000000001', mode: 'THEFT' })
    sessionId = await insertSession(database, 'owner', start)
    await accept('anna@example.org')
    await accept('bert@example.org')
  })

  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * minuteMs)
  }

  async function invite(email: string): Promise<string> {
    const id = `contact-${email}`
    const endsAt = new Date(now.getTime() + dayMs)
    const invited = await contacts.invite({ id, userId: 'owner', sessionId, deviceId, email, at: now, endsAt })
    expect(invited.outcome).toBe('invited')
    await contacts.addLink(id, hashOf(email), now)
    return id
  }

  async function accept(email: string): Promise<void> {
    await invite(email)
    expect(await contacts.accept(hashOf(email), 1, now)).toMatchObject({ acceptedAt: now })
  }

  /** The alarm, of which its owner is told at once; `isKilled`: the process dies in between. */
  async function raise(kind: AlarmKind = 'MOVEMENT', isKilled = false): Promise<string> {
    const id = `alarm-${(ids += 1)}`
    const place = { latitude: 49, longitude: 8.4, accuracy: 5, recordedAt: now }
    await alarms.add({ id, deviceId, kind, detectedAt: now, place, numberToday: null })
    if (!isKilled) await tellOwner()
    return id
  }

  /** When the owner was told that the first contact is next. */
  async function tellOwner(): Promise<Date | null> {
    const email = await emails.begin(now)
    if (email !== null) await emails.end(email.alarmId, 'SENT', now)
    return email?.contactsFrom ?? null
  }

  /** One process of several: its store dies before or after the steps that `dies` names. */
  function worker(dies: { after?: 'begin'; before?: 'end' } = {}, phoneMessagesPerDay = 1000) {
    const store = createMessagesStore(database)
    const works = new Map<string, () => Promise<void>>()
    const jobs: Pick<Jobs, 'every' | 'wake'> = {
      every: (kind, _cron, work) => void works.set(kind.name, work),
      wake: async () => undefined,
    }
    const messages = createMessages({
      jobs,
      digests: createDigestsStore(database),
      publicUrl: 'https://wegwarte.example',
      store: {
        ...store,
        begin: async (...input) => {
          const message = await store.begin(...input)
          if (dies.after === 'begin' && message !== null) throw new Killed()
          return message
        },
        end: async (...input) => {
          if (dies.before === 'end') throw new Killed()
          return store.end(...input)
        },
      },
      mailer: {
        send: async (to, email, { id, isWanted } = {}) => {
          await mailServer()
          if (!(await isWanted?.())) throw new SendingUnwanted('it was answered meanwhile')
          sent.push({ to, email, id })
        },
      },
      phone: {
        send: async (message) => {
          handedOver.push(message)
          return webhook()
        },
      },
      pusher: { send: async () => 'TAKEN' },
      browsers: { remove: async () => true },
      clock: { now: () => now },
      metrics: { time: (_name, _labels, seconds) => void firstAfter.push(seconds) },
      log: pino({ enabled: false }),
    })
    registerAlarmHopsJobs(jobs, {
      database,
      hops: createAlarmHopsStore(database),
      messages,
      phoneMessagesPerDay,
      links,
      contacts,
      clock: { now: () => now },
      publicUrl: 'https://wegwarte.example',
    })
    return async () => {
      for (const name of ['alarm-hops-due', 'alarm-hops', 'alarm-phone-hops']) await works.get(name)?.()
    }
  }
  const work = worker()
  const minutely = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      pass(1)
      await worker()()
    }
  }
  const pause = () =>
    alarms.changeGuard(
      deviceId,
      now,
      ({ guarded }) => guarded && resting(guarded.guard, { wish: 'SHORT' }, now),
      'alarms-paused',
    )
  const receivers = () => sent.map(({ to }) => to)
  const states = async () => (await alarms.latest(deviceId, start)).map(({ hops }) => hops.map(({ state }) => state))
  const tokenIn = (index: number, page: string) =>
    new RegExp(`/${page}#([\\w-]{43})`).exec(sent[index]?.email.text ?? '')?.[1] ?? ''
  const retained = new Date(start.getTime() - 14 * dayMs)
  const answer = (token: string) => links.answer(hashOf(token), now, retained)

  test('calls contacts while the e-mail to the owner waits for its turn; who answers stops the others, and not that', async () => {
    const emailAt = new Date(now.getTime() + 60 * minuteMs)
    const moved = { kind: 'MOVEMENT', place: null, numberToday: 2, detectedAt: now, emailAt } as const
    await alarms.add({ ...moved, id: 'moved', deviceId })
    await minutely(12)
    expect(receivers()).toEqual(['anna@example.org'])
    await answer(tokenIn(0, 'alarm'))
    const letterState = async () => (await alarms.latest(deviceId, start))[0]?.letter.state
    expect(await letterState()).toBe('QUEUED')
    await minutely(30)
    expect(receivers()).toEqual(['anna@example.org'])
    await pause()
    expect(await letterState()).toBe('STOPPED')
  })

  test('notifies one after the other, each once, with what the owner was told', async () => {
    await raise()
    await minutely(9)
    expect(sent).toEqual([])
    await minutely(30)
    expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    expect(await states()).toEqual([['SENT', 'SENT']])
    const text = sent[0]?.email.text
    expect(text).toContain('„Enduro“ hat sich bewegt.')
    expect(text).toContain('Koordinaten: 49.00000, 8.40000')
    expect(text).toContain('owner@example.org')
    expect(text).not.toContain('bert@example.org')
  })

  test.each([
    ['is stolen', 'STOLEN', 'als gestohlen gemeldet.'],
    ['may be', 'SUSPICIOUS', 'unter Verdacht.'],
    ['is back', 'RECOVERED', 'ist es als zurück gemeldet.'],
  ] as const)('says of an alarm after it what its owner has stated: that it %s', async (_what, state, said) => {
    await database
      .insertInto('dossier_changes')
      .values({ device_id: deviceId, state, since: now, set_at: now })
      .execute()
    pass(1)
    await raise()
    await minutely(10)
    expect(sent[0]?.email.text).toContain(said)
  })

  test('gives the owner the whole time after an outage, too: nobody is told before', async () => {
    await raise('MOVEMENT', true)
    pass(45)
    await work()
    expect(sent).toEqual([])
    expect(await tellOwner()).toEqual(new Date(now.getTime() + 10 * minuteMs))
    await minutely(9)
    expect(sent).toEqual([])
    await minutely(10)
    expect(receivers()).toEqual(['anna@example.org'])
    await minutely(1)
    expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
  })

  test('waits for the e-mail of an alarm that a version before has raised, until that is taken over', async () => {
    await raise('MOVEMENT', true)
    await database.deleteFrom('messages').where('kind', '=', 'alarm').execute()
    await sql`update alarms set letter = 'QUEUED', letter_begun_at = null`.execute(database)
    await minutely(30)
    expect(sent).toEqual([])
    await createAlarmEmailsStore(database).takeOver(now)
    await work()
    expect(sent).toEqual([])
    expect(await tellOwner()).toEqual(new Date(now.getTime() + 10 * minuteMs))
    await minutely(10)
    expect(receivers()).toEqual(['anna@example.org'])
  })

  test('does not wait for the e-mail of such an alarm while that waits for its turn, or once it was begun', async () => {
    await raise('MOVEMENT', true)
    await database.deleteFrom('messages').where('kind', '=', 'alarm').execute()
    const inAnHour = new Date(now.getTime() + 60 * minuteMs)
    await sql`update alarms set letter = 'QUEUED', letter_begun_at = null, letter_due_at = ${inAnHour}`.execute(
      database,
    )
    await minutely(10)
    expect(receivers()).toEqual(['anna@example.org'])
    await sql`update alarms set letter_begun_at = ${now}, letter_due_at = null`.execute(database)
    await minutely(10)
    expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
  })

  test('goes on where the e-mail to its owner is not taken', async () => {
    const alarmId = await raise('MOVEMENT', true)
    await emails.begin(now)
    await emails.end(alarmId, 'QUEUED', now)
    await minutely(10)
    expect(receivers()).toEqual(['anna@example.org'])
  })

  test.each([
    ['to the first contact, where the e-mail to its owner comes back', 'BOUNCED', [10 * 60]],
    ['to that e-mail alone, where it is taken', 'SENT', []],
  ] as const)('has an alarm timed %s', async (_what, state, seconds) => {
    await raise('MOVEMENT', true)
    const email = await emails.begin(now)
    await emails.end(String(email?.alarmId), state, now)
    await minutely(30)
    expect([receivers(), firstAfter]).toEqual([['anna@example.org', 'bert@example.org'], seconds])
  })

  test('in the order and after the time that the owner has set', async () => {
    const order = ['contact-bert@example.org', 'contact-anna@example.org']
    await contacts.change({ userId: 'owner', deviceId, waitMinutes: 5, order, at: now })
    await raise()
    await minutely(5)
    expect(receivers()).toEqual(['bert@example.org'])
  })

  describe('of a call for help', () => {
    const order = ['contact-anna@example.org', 'contact-bert@example.org']
    const wish = (callsForHelp: boolean) =>
      contacts.change({ userId: 'owner', deviceId, waitMinutes: 10, callsForHelp, order, at: now })
    /** As who has accepted since contacts are asked for it. */
    const agreed = () => database.updateTable('emergency_contacts').set({ agreement_version: helpVersion }).execute()

    test('reaches nobody unless their owner wishes, and then who has agreed to it, as a call for help', async () => {
      await agreed()
      await raise('SOS')
      await minutely(60)
      expect(sent).toEqual([])
      await wish(true)
      await minutely(60)
      await raise('FALL')
      await minutely(10)
      expect(receivers()).toEqual(['anna@example.org'])
      expect(sent[0]?.email.subject).toMatch(/^Sturz gemeldet: /)
      expect(sent[0]?.email.text).toContain('hat Hilfe gerufen: Das Gerät meldet einen Sturz.')
      expect(sent[0]?.email.text).toContain('wählen Sie 112')
      expect(sent[0]?.email.text).not.toContain('110')
    })

    test('never reaches who has agreed to a text that did not say so', async () => {
      await wish(true)
      await raise('SOS')
      await minutely(60)
      expect(sent).toEqual([])
    })

    test('is stopped by its own answer alone: not by a pause, nor by an answer to a theft', async () => {
      await agreed()
      await wish(true)
      const call = await raise('ACCIDENT')
      const theft = await raise('TOW')
      await alarms.acknowledge(deviceId, theft, now)
      await alarms.changeGuard(deviceId, now, () => null, 'alarms-paused')
      await minutely(10)
      expect(receivers()).toEqual(['anna@example.org'])
      await alarms.acknowledge(deviceId, call, now)
      await minutely(60)
      expect(receivers()).toEqual(['anna@example.org'])
    })

    test('leaves a theft its own chain, and answers earlier calls with the last', async () => {
      await agreed()
      await wish(true)
      const first = await raise('SOS')
      const theft = await raise('TOW')
      now = new Date(now.getTime() + minuteMs)
      await alarms.acknowledge(deviceId, await raise('SOS'), now)
      const log = await alarms.latest(deviceId, new Date(0))
      const seen = log.filter(({ acknowledgedAt }) => acknowledgedAt !== null).map(({ id }) => id)
      expect(seen).toContain(first)
      expect(seen).not.toContain(theft)
      await minutely(10)
      expect(sent.map(({ email }) => email.subject)).toEqual([expect.stringContaining('meldet Abschleppen')])
    })
  })

  test('is for what may be a theft only', async () => {
    for (const kind of ['TEST', 'FIRST', 'LOW_BATTERY', 'SILENCE', 'VIBRATION'] as const) await raise(kind)
    await minutely(30)
    expect(sent).toEqual([])
  })

  test('knows nobody who has not accepted, or has left', async () => {
    await invite('carl@example.org')
    await contacts.leave(hashOf('anna@example.org'), now)
    await raise()
    await minutely(60)
    expect(receivers()).toEqual(['bert@example.org'])
  })

  describe('an e-mail that comes back', () => {
    const reportOf = (mail: string) =>
      recordEmailReport(
        {
          messages: createMessagesStore(database),
          emails: createAlarmEmailsStore(database),
          clock: { now: () => now },
        },
        Buffer.from(mail),
      )
    const firstId = () => sent[0]?.id ?? ''

    test('is noted at its contact, once, and says nothing about the owner’s address', async () => {
      await raise()
      await minutely(10)
      expect(await reportOf(postfixDelivery(firstId()))).toMatchObject({ outcome: 'known', letter: 'SENT' })
      expect(await reportOf(postfixBounce(firstId()))).toEqual({
        outcome: 'noted',
        letter: 'BOUNCED',
        statuses: ['5.1.1'],
      })
      expect(await reportOf(postfixBounce(firstId()))).toMatchObject({ outcome: 'known', letter: 'BOUNCED' })
      expect(await states()).toEqual([['BOUNCED', 'QUEUED']])
      expect((await alarms.latest(deviceId, start)).map(({ letter }) => letter.state)).toEqual(['SENT'])
      await minutely(10)
      expect(await states()).toEqual([['BOUNCED', 'SENT']])
    })

    const carl = 'carl@example.org'

    test('makes it the next contact’s turn at once, once, and the one after has its whole time', async () => {
      await accept(carl)
      await raise()
      await minutely(12)
      expect(receivers()).toEqual(['anna@example.org'])
      await reportOf(postfixBounce(firstId()))
      await reportOf(postfixBounce(firstId()))
      await Promise.all([worker()(), worker()()])
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      await minutely(9)
      expect(await states()).toEqual([['BOUNCED', 'SENT', 'QUEUED']])
      await minutely(1)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org', carl])
    })

    test('as soon as it is handed over does so, too, one after the other', async () => {
      await raise()
      mailServer = () => Promise.reject(new AddressRefused('no such address'))
      await minutely(10)
      expect(await states()).toEqual([['BOUNCED', 'BOUNCED']])
    })

    test('changes nothing when the next contact’s turn has begun', async () => {
      await accept(carl)
      await raise()
      await minutely(25)
      await reportOf(postfixBounce(firstId()))
      await minutely(4)
      expect(await states()).toEqual([['BOUNCED', 'SENT', 'QUEUED']])
      await minutely(1)
      expect(await states()).toEqual([['BOUNCED', 'SENT', 'SENT']])
    })

    test('calls nobody after an answer', async () => {
      const alarmId = await raise()
      await minutely(10)
      await alarms.acknowledge(deviceId, alarmId, now)
      await reportOf(postfixBounce(firstId()))
      await minutely(60)
      expect(await states()).toEqual([['BOUNCED', 'STOPPED']])
    })

    test('calls the next one also if the worker is killed that was to tell them', async () => {
      await raise()
      await minutely(10)
      await reportOf(postfixBounce(firstId()))
      await expect(worker({ after: 'begin' })()).rejects.toThrow(Killed)
      await minutely(messagesServerLimits.leaseMinutes + 1)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      await minutely(60)
      expect(receivers()).toHaveLength(2)
    })

    test('before its worker could record that it was taken is not sent again', async () => {
      await raise()
      pass(10)
      await expect(worker({ before: 'end' })()).rejects.toThrow(Killed)
      await reportOf(postfixBounce(firstId()))
      await minutely(10)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      expect(await states()).toEqual([['BOUNCED', 'SENT']])
    })

    test.each(['alarm-hop.alarm-9.1', 'alarm-hop.alarm-1.2', 'alarm-hop.alarm-1.x', 'alarm-hop.1', 'alarm-hop.'])(
      'is nobody’s by the name %s',
      async (id) => {
        await raise()
        await minutely(10)
        expect(['gone', 'foreign']).toContain((await reportOf(postfixBounce(id))).outcome)
        expect(await states()).toEqual([['SENT', 'QUEUED']])
      },
    )
  })

  describe('ends with an answer', () => {
    test('also while a message waits for its turn at the mail server', async () => {
      const id = await raise()
      pass(10)
      mailServer = async () => {
        expect((await states()).flat()).toEqual(['SENDING', 'QUEUED'])
        await alarms.acknowledge(deviceId, id, now)
      }
      await work()
      expect(sent).toEqual([])
      expect((await states()).flat()).toEqual(['STOPPED', 'STOPPED'])
    })

    test('of the owner in the app', async () => {
      const alarmId = await raise()
      await minutely(10)
      await alarms.acknowledge(deviceId, alarmId, now)
      await minutely(60)
      expect(receivers()).toEqual(['anna@example.org'])
      expect(await states()).toEqual([['SENT', 'STOPPED']])
    })

    test('of the owner to a later alarm of the same theft, but not to an earlier one', async () => {
      const before = await raise('VIBRATION')
      pass(1)
      await raise()
      await alarms.acknowledge(deviceId, before, now)
      await minutely(10)
      expect(receivers()).toEqual(['anna@example.org'])
      await alarms.acknowledge(deviceId, await raise(), now)
      await minutely(60)
      expect(receivers()).toEqual(['anna@example.org'])
    })

    test('but not of the owner to a test that was made meanwhile', async () => {
      await raise()
      pass(1)
      await alarms.acknowledge(deviceId, await raise('TEST'), now)
      await minutely(60)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('of the owner by the link in an e-mail', async () => {
      const alarmId = await raise()
      await links.addForOwner(
        { tokenHash: hashOf('link'), alarmId, reached: { userId: 'owner', email: 'owner@example.org' } },
        now,
      )
      expect(await links.read(hashOf('link'), now, retained)).toMatchObject({ reader: 'OWNER', answer: null })
      expect(await answer('link')).toMatchObject({ answer: { by: 'READER', at: now.toISOString() } })
      await minutely(60)
      expect(sent).toEqual([])
      expect(await alarms.latest(deviceId, start)).toMatchObject([{ acknowledgedAt: expect.any(String) }])
    })

    test('of the owner by a pause', async () => {
      await raise()
      await pause()
      await minutely(60)
      expect(sent).toEqual([])
    })

    test.each([
      ['a pause', () => pause()],
      ['what they say to a later alarm', async () => alarms.acknowledge(deviceId, await raise(), now)],
    ])('of the owner by %s, though a worker was killed that was to tell the first contact', async (_what, say) => {
      await raise()
      pass(10)
      await expect(worker({ after: 'begin' })()).rejects.toThrow(Killed)
      pass(1)
      await say()
      await minutely(60)
      expect(receivers()).toEqual([])
    })

    test('of the owner who reports a theft, or switches tracking off', async () => {
      await raise()
      pass(1)
      await database
        .insertInto('dossier_changes')
        .values({ device_id: deviceId, state: 'STOLEN', since: now, set_at: now })
        .execute()
      await minutely(60)
      expect(await states()).toEqual([['STOPPED', 'STOPPED']])
      await raise()
      await database.updateTable('tracking_settings').set({ enabled: false }).execute()
      await minutely(60)
      expect(sent).toEqual([])
    })

    test('of a contact: the owner sees whose it was, and is still asked', async () => {
      await raise()
      await minutely(10)
      const token = tokenIn(0, 'alarm')
      expect(await links.read(hashOf(token), now, retained)).toMatchObject({ reader: 'CONTACT', answer: null })
      const answeredAt = now.toISOString()
      expect(await answer(token)).toMatchObject({ answer: { by: 'READER', at: answeredAt } })
      pass(1)
      expect(await answer(token)).toMatchObject({ answer: { by: 'READER', at: answeredAt } })
      await minutely(60)
      expect(receivers()).toEqual(['anna@example.org'])
      expect(await alarms.latest(deviceId, start)).toMatchObject([
        { acknowledgedAt: null, hops: [{ email: 'anna@example.org', answeredAt }, { state: 'STOPPED' }] },
      ])
    })
  })

  describe('begins no second time', () => {
    test('for what follows in the same theft', async () => {
      for (let quarter = 0; quarter < 5; quarter += 1) {
        await raise()
        await minutely(15)
      }
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      pass(emergencyContactsServerLimits.restAfterEndMinutes)
      await raise()
      await minutely(10)
      expect(receivers()).toHaveLength(3)
    })

    test('soon after an answer', async () => {
      await alarms.acknowledge(deviceId, await raise(), now)
      pass(emergencyContactsServerLimits.restAfterAnswerMinutes - 1)
      await raise()
      await minutely(1)
      await raise()
      await minutely(60)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })
  })

  test('sends one address no more than a few alarms a day, and says so in the log', async () => {
    const most = emergencyContactsServerLimits.alarmsPerAddressPerDay
    for (let count = 0; count <= most; count += 1) {
      await raise()
      await minutely(20)
      pass(60)
    }
    expect(receivers().filter((to) => to === 'anna@example.org')).toHaveLength(most)
    expect((await states())[0]).toEqual(['WITHHELD', 'WITHHELD'])
  })

  describe('loses and doubles no message', () => {
    const later = async () => {
      pass(messagesServerLimits.leaseMinutes)
      await worker()()
      await minutely(60)
    }

    test('when its worker is killed before it is handed over', async () => {
      await raise()
      pass(10)
      await expect(worker({ after: 'begin' })()).rejects.toThrow(Killed)
      await worker()()
      expect(sent).toEqual([])
      await later()
      expect(receivers().toSorted()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('when it is killed while the mail server takes it: what arrives twice has the same name', async () => {
      await raise()
      pass(10)
      await expect(worker({ before: 'end' })()).rejects.toThrow(Killed)
      await later()
      expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
      expect(receivers().filter((to) => to === 'bert@example.org')).toHaveLength(1)
      expect(await states()).toEqual([['SENT', 'SENT']])
    })

    test('when the alarm is answered while its worker is dead', async () => {
      const alarmId = await raise()
      pass(10)
      await expect(worker({ after: 'begin' })()).rejects.toThrow(Killed)
      await alarms.acknowledge(deviceId, alarmId, now)
      await later()
      expect(sent).toEqual([])
      expect(await states()).toEqual([['STOPPED', 'STOPPED']])
    })

    test('when two processes work at the same time', async () => {
      await raise()
      pass(30)
      await Promise.all([worker()(), worker()(), worker()()])
      expect(receivers().toSorted()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('while no mail server takes it: each is tried again, and given up alone', async () => {
      await raise()
      mailServer = () => Promise.reject(new Error('away'))
      await minutely(25)
      expect(await states()).toEqual([['QUEUED', 'QUEUED']])
      mailServer = () => Promise.reject(new AddressRefused('no such address'))
      await minutely(1)
      expect(await states()).toEqual([['BOUNCED', 'BOUNCED']])
    })
  })

  describe('by phone', () => {
    const anna = '+491701234567'
    const owner = '+491707654321'

    const confirm = async (person: PhonePerson, number: string, channel: PhoneChannel = 'SMS') => {
      const endsAt = new Date(now.getTime() + minuteMs)
      expect(await phones.ask(person, { number, channel, codeHash: number, endsAt })).toBe(true)
      expect(await phones.confirm(person, number, now)).toBe(true)
    }
    const confirmContact = (channel?: PhoneChannel) =>
      confirm({ contactId: 'contact-anna@example.org', deviceId }, anna, channel)
    const confirmOwner = (channel?: PhoneChannel) => confirm({ userId: 'owner', sessionId }, owner, channel)
    const called = () => handedOver.map(({ to }) => to)
    const names = () => new Set(handedOver.map(({ id }) => id))
    const shown = async () =>
      (await alarms.latest(deviceId, start))[0]?.hops.map(({ number, channel, state, tries }) => [
        number,
        channel,
        state,
        tries,
      ])
    const linkIn = (index: number) => /\/alarm#([\w-]{43})$/.exec(handedOver[index]?.text ?? '')?.[1] ?? ''

    test('reaches the owner at once, and a contact with the e-mail', async () => {
      await confirmContact('VOICE')
      await confirmOwner()
      await raise()
      await worker()()
      expect(called()).toEqual([owner])
      await minutely(10)
      expect([called(), receivers()]).toEqual([[owner, anna], ['anna@example.org']])
      await minutely(30)
      expect(await shown()).toEqual([
        [0, 'SMS', 'SENT', 1],
        [1, 'EMAIL', 'SENT', 1],
        [1, 'VOICE', 'SENT', 1],
        [2, 'EMAIL', 'SENT', 1],
      ])
      expect(handedOver[1]).toMatchObject({ channel: 'VOICE', id: 'alarm-hop.alarm-1.1.VOICE' })
    })

    test('is what an alarm is timed to where it is taken before all others', async () => {
      await confirmOwner()
      await raise('MOVEMENT', true)
      pass(0.5)
      await worker()()
      await tellOwner()
      await minutely(40)
      expect([called(), receivers(), firstAfter]).toEqual([[owner], ['anna@example.org', 'bert@example.org'], [30]])
    })

    test('has a link that answers: of the owner, and of the contact', async () => {
      await confirmContact()
      await confirmOwner()
      await raise()
      await minutely(10)
      expect(await links.read(hashOf(linkIn(0)), now, retained)).toMatchObject({ reader: 'OWNER' })
      expect(await answer(linkIn(1))).toMatchObject({ reader: 'CONTACT', answer: { by: 'READER' } })
      await minutely(30)
      expect(receivers()).toEqual(['anna@example.org'])
    })

    test('is stopped with everything else by an answer', async () => {
      await confirmContact()
      await confirmOwner()
      await alarms.acknowledge(deviceId, await raise(), now)
      await minutely(60)
      expect(handedOver).toEqual([])
      expect(new Set((await states())[0])).toEqual(new Set(['STOPPED']))
    })

    test('of a test is stopped by an answer to it', async () => {
      await confirmOwner()
      await alarms.acknowledge(deviceId, await raise('TEST'), now)
      await minutely(5)
      expect(handedOver).toEqual([])
      expect(await states()).toEqual([['STOPPED']])
    })

    test('reaches an owner without contacts, once a theft', async () => {
      await database.deleteFrom('emergency_contacts').execute()
      await confirmOwner()
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await raise()
        await minutely(15)
      }
      expect(called()).toEqual([owner])
    })

    test('is for what may be a theft; a test reaches the owner only, and holds up no theft', async () => {
      await confirmContact()
      await confirmOwner()
      for (const kind of ['FIRST', 'LOW_BATTERY', 'SILENCE', 'VIBRATION'] as const) await raise(kind)
      await minutely(30)
      expect(handedOver).toEqual([])
      await raise('TEST')
      await minutely(1)
      expect(called()).toEqual([owner])
      await raise()
      await minutely(10)
      expect(called()).toEqual([owner, owner, anna])
    })

    test('knows no number that was deleted, or is reached otherwise now', async () => {
      await confirmContact()
      await confirmOwner()
      await raise()
      await phones.remove({ contactId: 'contact-anna@example.org', deviceId }, now)
      await confirmOwner('VOICE')
      await minutely(30)
      expect(handedOver).toEqual([])
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('sends one number no more than a few alarms a day, of which tests use up none', async () => {
      const most = phonesServerLimits.alarmsPerNumberPerDay
      await confirmOwner()
      for (let count = 0; count <= most; count += 1) {
        await raise('TEST')
        await worker()()
        await raise()
        await minutely(20)
        pass(60)
      }
      expect(handedOver).toHaveLength(2 * most)
      expect((await states()).map(([first]) => first).slice(0, 2)).toEqual(['WITHHELD', 'WITHHELD'])
    })

    test('sends no more than the installation may on a day', async () => {
      await confirmOwner()
      await raise()
      await worker({}, 1)()
      await minutely(20)
      pass(60)
      await raise()
      await worker({}, 1)()
      expect(handedOver).toHaveLength(1)
      expect((await states()).map(([first]) => first)).toContain('WITHHELD')
    })

    test.each([
      ['were taken', { state: 'SENT', endedAt: true }],
      ['are being handed over', { state: 'SENDING', endedAt: false }],
    ] as const)(
      'sends no more than an account may have on a day, to whichever numbers, where those before %s',
      async (_, { state, endedAt }) => {
        await confirmOwner()
        const sent = Array.from({ length: phonesServerLimits.alarmsPerAccountPerDay }, (_, index) => `earlier-${index}`)
        const earlier = { device_id: deviceId, kind: 'MOVEMENT', detected_at: now, letter: 'SENT' } as const
        await database
          .insertInto('alarms')
          .values(sent.map((id) => ({ id, ...earlier })))
          .execute()
        // So much later that the next one begins a chain.
        const dueAt = now
        pass(60)
        const hop = { number: 1, channel: 'SMS', contactId: 'somebody', dueAt, state, begunAt: now } as const
        await putHops(
          database,
          sent.map((alarmId) => ({ alarmId, ...hop, ...(endedAt && { endedAt: now }) })),
        )
        pass(0.5)
        await raise()
        await worker()()
        expect(handedOver).toEqual([])
        expect((await states()).map(([first]) => first)).toContain('WITHHELD')
      },
    )

    test('is tried again with pauses that double, under the same name, and given up', async () => {
      await confirmOwner()
      webhook = () => 'LATER'
      await raise()
      const at: number[] = []
      for (let minute = 0; minute <= 60; minute += 1) {
        const before = handedOver.length
        await worker()()
        if (handedOver.length > before) at.push(minute)
        pass(1)
      }
      expect(at).toEqual([0, 1, 3, 7, 15, 31])
      expect([...names()]).toEqual(['alarm-hop.alarm-1.0.SMS'])
      expect((await shown())?.[0]).toEqual([0, 'SMS', 'FAILED', phonesServerLimits.tries])
      // The link of a try that arrived after all is as good as the last.
      expect(await links.read(hashOf(linkIn(0)), now, retained)).toMatchObject({ reader: 'OWNER' })
    })

    test('reaches a contact whose e-mail comes back: the next one is called when that is lost, too', async () => {
      await confirmContact()
      await raise()
      webhook = () => 'LATER'
      mailServer = () => Promise.reject(new AddressRefused('no such address'))
      await minutely(10)
      mailServer = async () => undefined
      await minutely(1)
      expect(sent).toEqual([])
      webhook = () => 'REFUSED'
      await minutely(4)
      expect(receivers()).toEqual(['bert@example.org'])
    })

    test('is given up at once where the number cannot be reached', async () => {
      await confirmOwner()
      webhook = () => 'REFUSED'
      await raise()
      await minutely(30)
      expect((await shown())?.[0]).toEqual([0, 'SMS', 'FAILED', 1])
    })

    test('waits for nobody: while the webhook is away, e-mails go to contacts', async () => {
      await confirmContact()
      webhook = () => 'LATER'
      await raise()
      await minutely(30)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('loses nothing when its worker is killed before it is handed over', async () => {
      await confirmOwner()
      await raise()
      await expect(worker({ after: 'begin' })()).rejects.toThrow(Killed)
      await worker()()
      expect(handedOver).toEqual([])
      await minutely(messagesServerLimits.leaseMinutes + 1)
      expect(called()).toEqual([owner])
      expect((await shown())?.[0]).toEqual([0, 'SMS', 'SENT', 2])
    })

    test('is named the same when its worker is killed while the webhook takes it', async () => {
      await confirmOwner()
      await raise()
      await expect(worker({ before: 'end' })()).rejects.toThrow(Killed)
      await minutely(messagesServerLimits.leaseMinutes + 1)
      expect([handedOver.length, names().size]).toEqual([2, 1])
      expect((await shown())?.[0]?.[2]).toBe('SENT')
    })

    test('is not sent after an answer that came while its worker was dead', async () => {
      await confirmOwner()
      const alarmId = await raise()
      await expect(worker({ after: 'begin' })()).rejects.toThrow(Killed)
      await alarms.acknowledge(deviceId, alarmId, now)
      await minutely(60)
      expect(handedOver).toEqual([])
    })

    test('is handed over once by processes that work at the same time', async () => {
      await confirmContact()
      await confirmOwner()
      await raise()
      pass(10)
      await Promise.all([worker()(), worker()(), worker()()])
      expect(called().toSorted()).toEqual([anna, owner])
    })
  })

  describe('a contact who leaves', () => {
    const carl = 'carl@example.org'
    const leave = (email: string) => contacts.leave(hashOf(email), now)

    test('before their turn passes it on then, and the owner has the whole time', async () => {
      await accept(carl)
      await raise()
      await leave('anna@example.org')
      await minutely(9)
      expect(receivers()).toEqual([])
      await minutely(1)
      expect(receivers()).toEqual(['bert@example.org'])
      await minutely(9)
      expect(receivers()).toEqual(['bert@example.org'])
      await minutely(1)
      expect(receivers()).toEqual(['bert@example.org', carl])
      expect(await states()).toEqual([['FAILED', 'SENT', 'SENT']])
    })

    test('after they were called makes it the next one’s turn at once, once, and the one after has the whole time', async () => {
      await accept(carl)
      await raise()
      await minutely(12)
      await leave('anna@example.org')
      await Promise.all([worker()(), worker()()])
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      await minutely(9)
      expect(receivers()).toHaveLength(2)
      await minutely(1)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org', carl])
    })

    test('is passed over when the owner removes them, too', async () => {
      await raise()
      await minutely(12)
      await contacts.remove({ deviceId, contactId: 'contact-anna@example.org', at: now })
      await work()
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('while their e-mail waits for the mail server gets none: it is the next one’s turn', async () => {
      await raise()
      pass(10)
      mailServer = async () => {
        mailServer = async () => undefined
        await leave('anna@example.org')
      }
      await work()
      await minutely(1)
      expect(receivers()).toEqual(['bert@example.org'])
    })

    test('and whoever leaves next are passed over together', async () => {
      await accept(carl)
      await raise()
      await minutely(12)
      await leave('anna@example.org')
      await leave('bert@example.org')
      await work()
      expect(receivers()).toEqual(['anna@example.org', carl])
    })

    test('is no answer: the next alarm begins no second chain', async () => {
      await leave('bert@example.org')
      await accept(carl)
      await raise()
      await leave('anna@example.org')
      await minutely(45)
      await raise()
      await minutely(30)
      expect(receivers()).toEqual([carl])
    })

    test('after their answer wakes nobody', async () => {
      await raise()
      await minutely(10)
      await answer(tokenIn(0, 'alarm'))
      await leave('anna@example.org')
      await minutely(60)
      expect(receivers()).toEqual(['anna@example.org'])
    })

    test('is passed over once also if the worker is killed that was to tell the next one', async () => {
      await raise()
      await minutely(12)
      await leave('anna@example.org')
      await expect(worker({ after: 'begin' })()).rejects.toThrow(Killed)
      await minutely(messagesServerLimits.leaseMinutes + 1)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      await minutely(60)
      expect(receivers()).toHaveLength(2)
    })
  })

  describe('when a clock of ours was a month ahead for a moment', () => {
    const monthAhead = async (meanwhile: () => Promise<unknown>) => {
      const before = now
      pass(30 * 24 * 60)
      await meanwhile()
      now = before
    }

    test('contacts are called after the wait, once the clock is right again', async () => {
      await monthAhead(() => raise())
      await work()
      await minutely(9)
      expect(receivers()).toEqual([])
      await minutely(11)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      await minutely(40)
      expect(receivers()).toHaveLength(2)
    })

    test('the chain of an alarm at that time begins no second time, and holds up none for long', async () => {
      await monthAhead(() => raise())
      await minutely(15)
      await raise()
      await minutely(30)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
      pass(60)
      await raise()
      await minutely(20)
      expect(receivers()).toHaveLength(4)
      await raise()
      await minutely(30)
      expect(receivers()).toHaveLength(4)
    })

    test('a chain that ended at that time holds up no other', async () => {
      await monthAhead(async () => {
        await raise()
        await minutely(20)
      })
      await raise()
      await minutely(20)
      expect(receivers()).toHaveLength(4)
      await raise()
      await minutely(30)
      expect(receivers()).toHaveLength(4)
    })

    test('an answer at that time stops the chain, and no chain of another day', async () => {
      const alarmId = await raise()
      await monthAhead(() => alarms.acknowledge(deviceId, alarmId, now))
      await minutely(100)
      expect(receivers()).toEqual([])
      await raise()
      await minutely(20)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('an alarm at that time that its owner has seen ends no later one', async () => {
      await monthAhead(async () => alarms.acknowledge(deviceId, await raise(), now))
      pass(1)
      await raise()
      await minutely(20)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test.each([
      ['tracking was switched on', () => database.updateTable('tracking_settings').set({ enabled_at: now }).execute()],
      [
        'something was stated about a theft',
        () =>
          database
            .insertInto('dossier_changes')
            .values({ device_id: deviceId, state: 'SUSPICIOUS', since: now, set_at: now })
            .execute(),
      ],
    ])('contacts are called also if %s at that time', async (_what, change) => {
      await monthAhead(change)
      await raise()
      await minutely(20)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })

    test('a message whose worker was killed at that time is sent', async () => {
      await raise()
      await monthAhead(() => expect(worker({ after: 'begin' })()).rejects.toThrow(Killed))
      await minutely(20)
      expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    })
  })

  test('who was told often enough today is not waited for', async () => {
    const most = emergencyContactsServerLimits.alarmsPerAddressPerDay
    await contacts.remove({ deviceId, contactId: 'contact-bert@example.org', at: now })
    for (let count = 0; count < most; count += 1) {
      await raise()
      await minutely(10)
      pass(60)
    }
    await accept('bert@example.org')
    await raise()
    await minutely(9)
    expect(receivers()).toHaveLength(most)
    await minutely(1)
    expect(receivers().slice(most)).toEqual(['bert@example.org'])
    expect((await states())[0]).toEqual(['WITHHELD', 'SENT'])
  })

  test('a contact leaves by the link in any alarm, and that ends the links, too', async () => {
    await raise()
    await minutely(10)
    expect(await contacts.leave(hashOf(tokenIn(0, 'emergency-contact')), now)).toBe('left')
    expect(await answer(tokenIn(0, 'alarm'))).toBeNull()
    expect(await links.read(hashOf(tokenIn(0, 'alarm')), now, retained)).toBeNull()
    expect(await alarms.latest(deviceId, start)).toMatchObject([{ hops: [{ email: null, state: 'SENT' }, {}] }])
    await work()
  })
})
