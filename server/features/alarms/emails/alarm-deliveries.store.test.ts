import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Alarm, AlarmKind } from '#contract/alarms/alarms.ts'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { minuteMs, hourMs, dayMs } from '#contract/base/time-units.ts'
import { createAlarmEmailsStore } from './alarm-emails.store.ts'
import { registerAlarmHopsJobs } from '#server/features/alarms/chain/alarm-hops.jobs.ts'
import { createAlarmHopsStore } from '#server/features/alarms/chain/alarm-hops.store.ts'
import { createAlarmLinksStore } from '#server/features/alarms/answers/alarm-links.store.ts'
import { createAlarmNotifier, registerAlarmsJobs } from '#server/features/alarms/alarms.jobs.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createSilenceStore } from '#server/features/alarms/guard/silence.store.ts'
import { createEmailSteps } from '#server/features/alarms/testing/email-steps.ts'
import { putHops } from '#server/features/alarms/testing/hops.ts'
import { createPendingMovementsStore } from '#server/features/alarms/guard/pending-movements.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createMessages } from '#server/features/messages/messages.jobs.ts'
import { createDigestsStore } from '#server/features/messages/digests.store.ts'
import { createMessagesStore } from '#server/features/messages/messages.store.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'
import { randomId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { AddressRefused } from '#server/mail/mailer.ts'
import { createGate } from '#server/mail/testing/scripted-mail-server.ts'
import type { PushOutcome } from '#server/push/pusher.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
/** How long an attempt takes that a server never answers. */
const hangsMs = 15_000

describeOnBothDatabases('the messages of alarms', (database) => {
  const alarms = createAlarmsStore(database)
  const log = pino({ enabled: false })
  let now: Date
  let serversAnswer: boolean
  let addressIsKnown: boolean
  let duringTry: () => Promise<void>
  /** Alarms by their e-mails and push messages, in the order in which they were handed over. */
  let emailsTried: string[]
  let pushesTried: string[]
  /** Alarms by their messages of both channels, in the order in which they were begun: several are made ready side by side. */
  let begun: string[]
  let deviceId: string
  /** Seconds from alarms to their first messages. */
  let firstAfter: number[]
  let run: (job: string) => Promise<void>
  let messages: ReturnType<typeof createMessages>
  let queued: string[]

  beforeEach(async () => {
    now = start
    serversAnswer = true
    addressIsKnown = true
    duringTry = async () => undefined
    emailsTried = []
    pushesTried = []
    begun = []
    queued = []
    firstAfter = []
    deviceId = await putTracker(database, start, { imei: '350000000000001', mode: 'THEFT' })
    await putBrowser()
    run = register()
  })

  const pass = (ms: number, since = now) => {
    now = new Date(Math.max(now.getTime(), since.getTime() + ms))
  }

  /** One attempt of a server; several may hang at the same time. */
  const attempt = async <Outcome>(taken: Outcome, late: () => Outcome): Promise<Outcome> => {
    const begun = now
    await duringTry()
    if (serversAnswer) return taken
    pass(hangsMs, begun)
    return late()
  }

  /** Registers the jobs as the product does, to be run one by one. */
  function register() {
    const works = new Map<string, () => Promise<void>>()
    const jobs: Pick<Jobs, 'on' | 'every' | 'wake'> = {
      on: (kind, work) => void works.set(kind.name, () => work(kind.data.parse({}), kind.name)),
      every: (kind, _cron, work) => void works.set(kind.name, work),
      wake: async (kind) => void queued.push(kind.name),
    }
    const store = createMessagesStore(database)
    messages = createMessages({
      jobs,
      digests: createDigestsStore(database),
      publicUrl: 'https://wegwarte.example',
      store: {
        ...store,
        begin: async (...input) => {
          const message = await store.begin(...input)
          if (message !== null) begun.push(String(message.about[0]))
          return message
        },
      },
      mailer: {
        send: (_to, _email, { id } = {}) => {
          emailsTried.push(String(id).slice('alarm.'.length))
          if (!addressIsKnown) return Promise.reject(new AddressRefused())
          return attempt(undefined, () => {
            throw new Error('the mail server does not answer')
          })
        },
      },
      pusher: {
        send: (_target, { tag }) => {
          pushesTried.push(tag)
          return attempt<PushOutcome>('TAKEN', () => 'LATER')
        },
      },
      phone: null,
      browsers: { remove: async () => true },
      clock: { now: () => now },
      metrics: { time: (_name, _labels, seconds) => void firstAfter.push(seconds) },
      log,
    })
    registerAlarmsJobs(jobs, {
      alarms,
      emails: createAlarmEmailsStore(database),
      messages,
      links: createAlarmLinksStore(database),
      silence: createSilenceStore(database),
      pendingMovements: createPendingMovementsStore(database),
      clock: { now: () => now },
      newId: randomId,
      notify: createAlarmNotifier(messages),
      publicUrl: 'https://wegwarte.example',
      placeNames: noPlaceNames,
      // An e-mail goes out without its link rather than not at all.
      accountLinks: { ownRide: () => Promise.reject(new Error('no database')) },
      log,
    })
    registerAlarmHopsJobs(jobs, {
      database,
      hops: createAlarmHopsStore(database),
      messages,
      links: createAlarmLinksStore(database),
      contacts: { addLink: async () => undefined },
      phoneMessagesPerDay: 1000,
      clock: { now: () => now },
      publicUrl: 'https://wegwarte.example',
    })
    return async (job: string) => works.get(job)?.()
  }

  async function putBrowser() {
    const expires = new Date(start.getTime() + 90 * dayMs)
    await database
      .insertInto('sessions')
      .values({
        id: 'session',
        user_id: 'owner',
        token_hash: Buffer.from('token'),
        client: '',
        created_at: start,
        last_used_at: start,
        expires_at: expires,
      })
      .execute()
    await database
      .insertInto('push_subscriptions')
      .values({
        id: 'browser',
        user_id: 'owner',
        session_id: 'session',
        endpoint: 'https://push.example/1',
        public_key: Buffer.from('key'),
        secret: Buffer.from('secret'),
        created_at: start,
      })
      .execute()
  }

  async function raise(kind: AlarmKind = 'MOVEMENT'): Promise<string> {
    const id = randomId()
    await alarms.add({ id, deviceId, kind, detectedAt: now, place: null, numberToday: null })
    return id
  }
  const states = async (of: (alarm: Alarm) => string | undefined) =>
    new Set((await alarms.latest(deviceId, start)).map(of))

  const channels = [
    {
      name: 'letters',
      job: 'alarms-by-email',
      together: mailServerLimits.alarmsAtOnce,
      tried: () => emailsTried,
      state: ({ letter }: Alarm) => letter.state,
    },
    {
      name: 'pushes',
      job: 'alarms-by-push',
      together: mailServerLimits.alarmsAtOnce,
      tried: () => pushesTried,
      state: ({ pushes }: Alarm) => pushes[0]?.state,
    },
  ]

  test.each(channels)('after an outage of hours all $name go out in one run, the newest first', async (channel) => {
    serversAnswer = false
    for (let alarm = 0; alarm < 36; alarm += 1) {
      await raise()
      await run(channel.job)
      pass(5 * minuteMs)
    }
    serversAnswer = true
    channel.tried().splice(0)
    begun = []
    const newest = await raise()
    await run(channel.job)
    expect(begun[0]).toBe(newest)
    expect(channel.tried().toSorted()).toEqual(begun.toSorted())
    expect(channel.tried()).toHaveLength(37)
    expect(await states(channel.state)).toEqual(new Set(['SENT']))
    await run(channel.job)
    expect(channel.tried()).toHaveLength(37)
  })

  test.each(channels)('$name of a battery that runs low never delay those about a theft', async (channel) => {
    const theft = await raise('TOW')
    pass(1000)
    const battery = await raise('LOW_BATTERY')
    await run(channel.job)
    expect(begun).toEqual([theft, battery])
    expect(channel.tried().toSorted()).toEqual(begun.toSorted())
  })

  test.each(channels)('of an alarm that is raised while $name hang are the next to be tried', async (channel) => {
    serversAnswer = false
    for (let alarm = 0; alarm < 30; alarm += 1) await raise()
    let raised = ''
    const isNextTried = Promise.withResolvers<void>()
    duringTry = async () => {
      if (channel.tried().length === channel.together) {
        pass(1000)
        raised = await raise()
        // The others go on hanging: one place is free.
        return
      }
      if (channel.tried().length > channel.together) isNextTried.resolve()
      await isNextTried.promise
    }
    // What the database has learned about its tables changes how it joins them, and with it the order of what it finds.
    await sql`analyze`.execute(database)
    await run(channel.job)
    expect(channel.tried().indexOf(raised)).toBe(channel.together)
  })

  test.each(channels)('$name that were tried when our clock was a month ahead are tried again', async (channel) => {
    serversAnswer = false
    pass(30 * dayMs)
    const alarm = await raise()
    await run(channel.job)
    now = start
    serversAnswer = true
    await run(channel.job)
    expect(channel.tried()).toEqual([alarm, alarm])
    expect(await states(channel.state)).toEqual(new Set(['SENT']))
  })

  test('that hang are left to the next run before the job is given up; those tried are not tried twice', async () => {
    serversAnswer = false
    const inOneRun = 8 * mailServerLimits.alarmsAtOnce
    for (let alarm = 0; alarm < inOneRun + 30; alarm += 1) await raise()
    const hanging = createGate()
    duringTry = async () => {
      const end = hanging.pass()
      if (hanging.waiting() === mailServerLimits.alarmsAtOnce) hanging.letOn()
      await end
    }
    await run('alarms-by-email')
    expect(now.getTime() - start.getTime()).toBeLessThanOrEqual(messagesServerLimits.runMinutes * minuteMs + hangsMs)
    expect(emailsTried).toHaveLength(inOneRun)
    for (let more = 0; more < 3; more += 1) await run('alarms-by-email')
    expect(new Set(emailsTried).size).toBe(inOneRun + 30)
  })

  test('wake the rounds that send them, once for any number', async () => {
    const notify = createAlarmNotifier(messages)
    const rounds = ['alarm-hops', 'alarm-phone-hops', 'alarms-by-email', 'alarms-by-push', 'messages-by-email']
    notify([])
    expect(queued).toEqual([])
    notify([await raise(), await raise()])
    await expect.poll(() => queued.toSorted()).toEqual(rounds)
  })

  /** How the first attempt at an e-mail comes to nothing, while its owner does something. */
  const attempts = [
    [
      'that no server takes',
      async (meanwhile: () => Promise<unknown>) => {
        serversAnswer = false
        duringTry = async () => void (await meanwhile())
        await run('alarms-by-email')
        serversAnswer = true
        duringTry = async () => undefined
      },
    ],
    [
      'whose worker dies',
      async (meanwhile: () => Promise<unknown>) => {
        await createEmailSteps(database).begin(now)
        await meanwhile()
      },
    ],
  ] as const
  const acknowledge = (alarmId: string) => alarms.acknowledge(deviceId, alarmId, now)
  const tryAgain = async () => {
    emailsTried = []
    pass((messagesServerLimits.leaseMinutes + 1) * minuteMs)
    await run('alarms-by-email')
  }

  test.each(attempts)('an e-mail %s is not tried again where its owner answers meanwhile', async (_, attemptIt) => {
    const alarm = await raise()
    await attemptIt(() => acknowledge(alarm))
    await tryAgain()
    expect(emailsTried).toEqual([])
    expect(await states(({ letter }) => letter.state)).toEqual(new Set(['STOPPED']))
  })

  test.each(attempts)('an e-mail %s is tried again where its owner answers one before it', async (_, attemptIt) => {
    const before = await raise()
    await run('alarms-by-email')
    pass(1000)
    const alarm = await raise()
    await attemptIt(() => acknowledge(before))
    await tryAgain()
    expect(emailsTried).toEqual([alarm])
  })

  test('a push message that could not be sent is not sent any more where its owner has answered', async () => {
    const alarm = await raise()
    serversAnswer = false
    await run('alarms-by-push')
    await acknowledge(alarm)
    serversAnswer = true
    pushesTried = []
    pass(messagesServerLimits.leaseMinutes * minuteMs)
    await run('alarms-by-push')
    expect(pushesTried).toEqual([])
    expect((await states(({ pushes }) => pushes[0]?.state)).has('QUEUED')).toBe(false)
  })

  test('are timed from their alarm to the first that is taken, by whichever channel, once', async () => {
    await raise()
    serversAnswer = false
    await run('alarms-by-email')
    await run('alarms-by-push')
    serversAnswer = true
    now = new Date(start.getTime() + 70_000)
    await run('alarms-by-push')
    pass(minuteMs)
    await run('alarms-by-email')
    expect([emailsTried.length, pushesTried.length, firstAfter]).toEqual([2, 2, [70]])
  })

  test('are not timed where a message to a phone was taken before', async () => {
    const hop = { number: 0, channel: 'SMS', contactId: null, dueAt: now, begunAt: now, endedAt: now } as const
    await putHops(database, [{ ...hop, alarmId: await raise(), state: 'SENT' }])
    pass(minuteMs)
    await run('alarms-by-email')
    expect([emailsTried.length, firstAfter]).toEqual([1, []])
  })

  test('are not timed where a report came before the note that its e-mail was taken, or another try has begun', async () => {
    const store = createMessagesStore(database)
    const alarm = await raise()
    duringTry = async () => void (await store.report(`alarm.${alarm}`, ['failed'], now))
    await run('alarms-by-email')
    await raise()
    duringTry = async () => {
      pass((messagesServerLimits.leaseMinutes + 1) * minuteMs)
      await createEmailSteps(database).begin(now)
    }
    await run('alarms-by-email')
    expect([emailsTried.length, firstAfter]).toEqual([2, []])
  })

  test.each(['alarm-letters', 'alarm-mail-overdue'])(
    'that a version before has left behind are taken over by %s, as it names it, and sent at once',
    async (job) => {
      const alarm = await raise()
      await database.deleteFrom('messages').execute()
      await sql`update alarms set letter = 'QUEUED', letter_begun_at = null`.execute(database)
      await run(job)
      expect(queued).toContain('alarms-by-email')
      await run('alarms-by-email')
      expect(emailsTried).toEqual([alarm])
    },
  )

  test('are given up after six hours', async () => {
    await raise()
    serversAnswer = false
    pass(alarmsLimits.emailRetryHours * hourMs)
    await run('alarms-by-email')
    await run('alarms-by-push')
    expect(await alarms.latest(deviceId, start)).toMatchObject([
      { letter: { state: 'FAILED' }, pushes: [{ state: 'FAILED' }] },
    ])
  })

  test('of which e-mails wait for longer than a quarter of an hour, or were given up within a day, are named as overdue', async () => {
    const store = createMessagesStore(database)
    serversAnswer = false
    await raise()
    await run('alarms-by-email')
    expect(await store.overdue(now)).toEqual([])
    pass(16 * minuteMs)
    expect(await store.overdue(now)).toEqual([{ queue: 'alarm-mail', waiting: 1, failed: 0 }])
    pass(6 * hourMs)
    await run('alarms-by-email')
    expect(await store.overdue(now)).toEqual([{ queue: 'alarm-mail', waiting: 0, failed: 1 }])
    pass(25 * hourMs)
    expect(await store.overdue(now)).toEqual([])
  })

  test('to an address that there is not are not tried again; the account says so until one is taken', async () => {
    const returnedAt = async () =>
      (await database.selectFrom('alarm_email_returns').select('returned_at').executeTakeFirst())?.returned_at ?? null
    await database.updateTable('users').set({ email_verified_at: start }).execute()
    await raise()
    addressIsKnown = false
    await run('alarms-by-email')
    expect(await alarms.latest(deviceId, start)).toMatchObject([
      { letter: { state: 'BOUNCED', endedAt: null, reportedAt: now.toISOString() } },
    ])
    expect(await returnedAt()).toEqual(now)
    pass(minuteMs)
    await run('alarms-by-email')
    expect(emailsTried).toHaveLength(1)
    addressIsKnown = true
    await raise()
    await run('alarms-by-email')
    expect(await returnedAt()).toBeNull()
  })

  test('to a browser whose subscription has gone are over', async () => {
    await raise()
    await database.deleteFrom('push_subscriptions').execute()
    await run('alarms-by-push')
    expect([pushesTried, await states(({ pushes }) => pushes[0]?.state)]).toEqual([[], new Set(['GONE'])])
  })
})
