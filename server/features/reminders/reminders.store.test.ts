import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ReminderKind } from '#contract/reminders/reminders.ts'
import { dayMs, hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { raiseReminder, reminderMessage } from '#server/db/shared/reminders.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { createMessageWishesStore } from '#server/features/messages/message-wishes.store.ts'
import { createMessagesStore, usualTurns } from '#server/features/messages/messages.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createLicenceEndStore } from '#server/features/tracking/licence-end.store.ts'
import { createTrackingService } from '#server/features/tracking/tracking.service.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import type { WarningRecord } from '#server/feeds/feed.ts'
import { AddressRefused, type Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { remindersServerLimits } from '#contract/reminders/reminders-limits.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { createDueRemindersStore } from './due-reminders.store.ts'
import { raiseReminders, registerReminders } from './reminders.jobs.ts'
import { createRemindersService } from './reminders.service.ts'
import { createRemindersStore } from './reminders.store.ts'

/** Noon in Germany. */
const start = new Date('2027-03-20T11:00:00Z')
const imei = '350000000000001'
const home = { latitude: 49.0069, longitude: 8.4037 }

describeOnBothDatabases('reminders', (database) => {
  const store = createRemindersStore(database)
  const wishes = createMessageWishesStore(database)
  const due = createDueRemindersStore(database)
  let clock: TestClock
  let emails: { to: string; email: Email }[]
  let pushes: PushMessage[]
  let mailServer: () => Promise<void>
  let parked: boolean

  beforeEach(() => {
    clock = clockAt(start.toISOString())
    ;[emails, pushes, mailServer, parked] = [[], [], async () => undefined, true]
  })

  const service = createRemindersService({
    due,
    parked: async (ids) => new Map(parked ? ids.map((id) => [id, home]) : []),
    shopUrls: {
      START: 'https://shop.example/start',
      PREMIUM: 'https://shop.example/premium',
      ENTERPRISE: 'https://shop.example/enterprise',
      STANDARD: 'https://shop.example/standard',
    },
  })
  const present = { now: () => clock.now() }
  const { messages, send } = createTestMessages(database, {
    mailer: {
      send: async (to, email) => {
        await mailServer()
        emails.push({ to, email })
      },
    },
    pusher: {
      send: async (_target, message) => {
        pushes.push(message)
        return 'TAKEN'
      },
    },
    clock: present,
  })
  registerReminders({ store, service, messages, clock: present, publicUrl: 'https://wegwarte.example' })
  const work = async () => {
    await raiseReminders({ service, clock })
    await send()
  }
  const subjects = () => emails.map(({ email }) => email.subject)
  const text = () => emails.at(-1)?.email.text
  const states = async () => {
    const rows = await database
      .selectFrom('messages')
      .select(['about', 'state'])
      .where('channel', '=', 'EMAIL')
      .orderBy('due_at')
      .execute()
    return rows.map(({ about: [, kind, occasion], state }) => ({ kind, occasion, state }))
  }

  const putDevice = (mode: TrackingMode | null = 'THEFT', licenceDays = 365) =>
    putTracker(database, clock.now(), { imei, mode, licenceDays })
  const raise = (deviceId: string, kind: ReminderKind, occasion: string) =>
    inTransaction(database, { devices: [deviceId] }, (writing) =>
      raiseReminder(writing, { deviceId, kind, occasion, at: clock.now() }),
    )
  const change = {
    deviceName: 'Enduro',
    usageType: 'MOTORRAD',
    vehicleBrand: null,
    vehicleModel: null,
    vehiclePlate: null,
    notes: null,
  } as const
  const position = (deviceId: string, at: Date) =>
    database.transaction().execute((transaction) =>
      keepPositions(transaction, [
        {
          deviceId,
          recordedAt: at,
          receivedAt: at,
          ...home,
          accuracy: null,
          altitude: null,
          speed: null,
          course: null,
          flag: null,
        },
      ]),
    )
  const loss = (deviceId: string, reason: 'NO_FIX' | 'IN_THE_FUTURE') =>
    database
      .insertInto('device_losses')
      .values({ device_id: deviceId, reason, lost_at: clock.now(), clock_ahead_minutes: null })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ lost_at: clock.now() }))
      .execute()
  const storm = (change: Partial<WarningRecord> = {}): WarningRecord => ({
    id: 'storm',
    warningType: 'ORKANBÖEN',
    headline: 'Amtliche UNWETTERWARNUNG vor ORKANBÖEN',
    description: '',
    instruction: 'Schließen Sie Fenster und Türen.',
    level: 3,
    regionName: 'Stadt Karlsruhe',
    area: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [8, 49],
            [9, 49],
            [9, 50],
            [8, 50],
            [8, 49],
          ],
        ],
      ],
    },
    validFrom: clock.now().toISOString(),
    validUntil: new Date(clock.now().getTime() + 6 * hourMs).toISOString(),
    sentAt: clock.now().toISOString(),
    attribution: 'Quelle: Deutscher Wetterdienst',
    aboveMetres: null,
    belowMetres: null,
    ...change,
  })
  const warn = (...records: WarningRecord[]) =>
    createWeatherImport(database).replace(
      { source: 'test', attribution: '', edition: 0, at: clock.now(), records },
      async () => undefined,
    )

  test('that tracking has ended with its licence: what stopped, whether the device is alive, where to renew; once', async () => {
    const deviceId = await putDevice('THEFT', 1)
    clock.advance(dayMs)
    await database.updateTable('device_inventory').set({ last_active_at: clock.now() }).execute()
    await createLicenceEndStore(database).endRecordings(clock.now())
    await Promise.all([work(), work(), work()])
    clock.advance(dayMs)
    await work()
    expect(subjects()).toEqual(['Das Tracking von „Enduro“ ist beendet'])
    for (const words of [
      'der Diebstahlalarm ist aus',
      'Das Gerät selbst arbeitet: zuletzt gemeldet',
      'https://shop.example/premium',
      `https://wegwarte.example/tracking?device=${deviceId}`,
    ])
      expect(text()).toContain(words)
  })

  test('that a consent has ended the theft alarm, with the way for whoever did not do it; not of one that goes on', async () => {
    const deviceId = await putDevice('BOTH')
    // Whatever is stored, this is always told.
    await sql`
      insert into unwanted_reminders (user_id, kind, since)
      select user_id, kind, ${clock.now()} from devices, (values ('CONSENT'), ('PROTECTION')) as kinds (kind)`.execute(
      database,
    )
    const positions = createPositionsStore(database)
    const tracking = createTrackingService({ store: createTrackingStore(database), positions, clock })
    await tracking.withdraw(deviceId, false, ['movement-profile'])
    await work()
    expect(emails).toEqual([])
    await tracking.withdraw(deviceId, false)
    await work()
    await work()
    expect(subjects()).toEqual(['Der Diebstahlalarm von „Enduro“ ist aus'])
    expect(text()).toContain('https://wegwarte.example/profile/security')
    expect(text()).not.toContain('/messages/wishes')
  })

  test('that a guarded device sees nothing, once until a position arrives again', async () => {
    const deviceId = await putDevice()
    await position(deviceId, clock.now())
    for (let hours = 0; hours < 72; hours += 1) {
      clock.advance(hourMs)
      await loss(deviceId, 'NO_FIX')
      await work()
    }
    expect(subjects()).toEqual(['Der Diebstahlalarm von „Enduro“ sieht nichts'])
    expect(text()).toContain('seit 20.03.2027, 12:00 Uhr (deutsche Zeit) kommt keine Position an')
    await position(deviceId, clock.now())
    for (let hours = 0; hours < 40; hours += 1) {
      clock.advance(hourMs)
      await loss(deviceId, 'NO_FIX')
      await work()
    }
    expect(emails).toHaveLength(2)
  })

  test('say of a wrong clock sooner, and nothing of a device that is not guarded', async () => {
    const deviceId = await putDevice('MOVEMENT')
    clock.advance(hourMs)
    await loss(deviceId, 'IN_THE_FUTURE')
    await work()
    expect(emails).toEqual([])
    await database.updateTable('tracking_settings').set({ mode: 'THEFT' }).execute()
    await work()
    expect(text()).toContain('Seine Uhr geht falsch')
    expect(text()).toContain('unter „Nachrichten wählen“ aus: https://wegwarte.example/messages/wishes')
  })

  test('of a season and an inspection, each once through a year, by day, and not of what was known when it was entered', async () => {
    const deviceId = await putDevice(null)
    const dates = { season: { fromMonth: 4, toMonth: 10 }, inspectionDue: '2027-05' }
    await createDevicesStore(database, noQueue).change(deviceId, { ...change, ...dates }, clock.now())
    for (let looked = 0; looked < 243; looked += 1) {
      await work()
      clock.advance(1.5 * dayMs)
    }
    expect(subjects()).toEqual([
      'Die Saison von „Enduro“ beginnt am 01.04.2027',
      'Die HU von „Enduro“ ist 05/2027 fällig',
      'Die HU von „Enduro“ ist 05/2027 fällig',
      'Die HU von „Enduro“ war 05/2027 fällig',
      'Die Saison von „Enduro“ endet am 31.10.2027',
    ])
    await deleteOld(database, new Date(clock.now().getTime() + remindersServerLimits.keptDays * dayMs))
    expect(await database.selectFrom('reminders').selectAll().execute()).toEqual([])
  })

  test('of a season that was changed meanwhile are dropped', async () => {
    const deviceId = await putDevice(null)
    const devices = createDevicesStore(database, noQueue)
    await devices.change(deviceId, { ...change, season: { fromMonth: 4, toMonth: 10 } }, clock.now())
    clock.advance(7 * dayMs)
    mailServer = () => Promise.reject(new Error('away'))
    await work()
    expect(await states()).toMatchObject([{ kind: 'SEASON', state: 'QUEUED' }])
    await devices.change(deviceId, { ...change, season: null }, clock.now())
    mailServer = async () => undefined
    clock.advance(minuteMs)
    await work()
    expect([emails, await states()]).toEqual([[], []])
  })

  test('of severe weather where a vehicle is parked, at night too, once, and again when it is graver', async () => {
    clock = clockAt('2027-03-20T02:00:00Z')
    const deviceId = await putDevice('MOVEMENT')
    await position(deviceId, clock.now())
    const elsewhere = {
      type: 'MultiPolygon' as const,
      coordinates: [
        [
          [
            [10, 49],
            [11, 49],
            [11, 50],
            [10, 50],
            [10, 49],
          ],
        ],
      ],
    } as never
    await warn(storm({ id: 'minor', level: 2 }), storm({ id: 'elsewhere', area: elsewhere }))
    await work()
    expect(emails).toEqual([])
    await warn(storm())
    await Promise.all([work(), work()])
    await warn(storm({ id: 'its update', validUntil: new Date(clock.now().getTime() + 9 * hourMs).toISOString() }))
    await work()
    expect(subjects()).toEqual(['Unwetterwarnung, wo „Enduro“ steht'])
    for (const words of ['Windschatten', 'Schließen Sie Fenster', 'Quelle: Deutscher Wetterdienst'])
      expect(text()).toContain(words)
    expect(text()).not.toContain('8.4')
    await warn(storm({ id: 'graver', level: 4 }))
    await work()
    await work()
    expect(emails).toHaveLength(2)
  })

  test('of weather are not for advance information; the warning that follows is told', async () => {
    const deviceId = await putDevice()
    await position(deviceId, clock.now())
    await warn(storm({ id: 'advance', level: 4, advance: true }))
    await work()
    expect(emails).toEqual([])
    await warn(storm({ id: 'advance', level: 4, advance: true }), storm())
    await work()
    expect(subjects()).toEqual(['Unwetterwarnung, wo „Enduro“ steht'])
  })

  test('of weather are not for one that is under way, nor sent when the warning is over', async () => {
    const deviceId = await putDevice()
    await position(deviceId, clock.now())
    await warn(storm())
    parked = false
    await work()
    parked = true
    mailServer = () => Promise.reject(new Error('away'))
    await work()
    clock.advance(7 * hourMs)
    mailServer = async () => undefined
    await work()
    expect(emails).toEqual([])
  })

  test('that are not wanted are neither raised nor sent; that protection has ended cannot be unwanted', async () => {
    const deviceId = await putDevice(null)
    await raise(deviceId, 'SEASON', 'BEGINS 2027-04-01')
    await wishes.changeUnwantedReminders('owner', ['SEASON', 'WEATHER'], clock.now())
    await raise(deviceId, 'SEASON', 'BEGINS 2028-04-01')
    await work()
    expect([await states(), emails]).toEqual([[], []])
    await wishes.changeUnwantedReminders('owner', ['WEATHER'], clock.now())
    expect(await wishes.unwantedReminders('owner')).toEqual(['WEATHER'])
    await wishes.changeUnwantedReminders('nobody', ['WEATHER'], clock.now())
    expect(await wishes.unwantedReminders('nobody')).toEqual([])
  })

  test('are tried again while no mail server takes them, for a day; a refused address is given up at once', async () => {
    const deviceId = await putDevice()
    await database.updateTable('tracking_settings').set({ enabled: false }).execute()
    await raise(deviceId, 'CONSENT', 'one')
    mailServer = () => Promise.reject(new Error('away'))
    await send()
    expect(await states()).toMatchObject([{ state: 'QUEUED' }])
    clock.advance(25 * hourMs)
    await send()
    expect(await states()).toMatchObject([{ state: 'FAILED' }])
    await raise(deviceId, 'CONSENT', 'two')
    mailServer = () => Promise.reject(new AddressRefused('no such address'))
    await send()
    expect((await states()).map(({ state }) => state)).toEqual(['FAILED', 'BOUNCED'])
  })

  test('of a worker that was killed are sent by the next one, once it has surely gone', async () => {
    const deviceId = await putDevice()
    await database.updateTable('tracking_settings').set({ enabled: false }).execute()
    await raise(deviceId, 'CONSENT', 'one')
    const lane = { channels: ['EMAIL'], kinds: [reminderMessage.name], turns: usualTurns } as const
    expect(await createMessagesStore(database).begin(lane, clock.now())).toMatchObject({ tries: 1 })
    clock.advance(4 * minuteMs)
    await send()
    expect(emails).toEqual([])
    clock.advance(2 * minuteMs)
    await send()
    expect(emails).toHaveLength(1)
  })

  test('reach the owner’s browsers too, once, without a place; nobody is told of a device that has left the account', async () => {
    const deviceId = await putDevice()
    await database.updateTable('tracking_settings').set({ enabled: false }).execute()
    await database
      .insertInto('push_subscriptions')
      .values({
        id: 'browser',
        user_id: 'owner',
        session_id: await insertSession(database, 'owner', clock.now()),
        endpoint: 'https://push.example/1',
        public_key: Buffer.alloc(65),
        secret: Buffer.alloc(16),
        created_at: clock.now(),
      })
      .execute()
    await raise(deviceId, 'CONSENT', 'one')
    mailServer = () => Promise.reject(new Error('away'))
    await send()
    clock.advance(minuteMs)
    mailServer = async () => undefined
    await send()
    expect(emails).toHaveLength(1)
    expect(pushes).toEqual([
      {
        title: 'Der Diebstahlalarm von „Enduro“ ist aus',
        body: 'Die Einwilligung dazu gilt nicht mehr. Waren Sie das nicht, sehen Sie bitte nach.',
        tag: `reminder-CONSENT-${deviceId}`,
        path: `/tracking?device=${deviceId}`,
      },
    ])
    await raise(deviceId, 'CONSENT', 'two')
    await insertUser(database, 'next', clock.now())
    await database.updateTable('devices').set({ user_id: 'next' }).execute()
    await send()
    expect(emails).toHaveLength(1)
  })

  test('a pause that only its owner ends is told after 1, 7 and 30 days, by day, and not once it has ended', async () => {
    await putDevice()
    const pause = (kind: 'OPEN' | 'RIDE' | null) =>
      database
        .updateTable('alarm_guards')
        .set({ pause_kind: kind, pause_since: kind && clock.now() })
        .execute()
    await database
      .insertInto('alarm_guards')
      .columns(['device_id', 'enabled_at'])
      .expression((from) =>
        from
          .selectFrom('tracking_settings')
          .select(['device_id', (row) => row.ref('enabled_at').$notNull().as('enabled_at')]),
      )
      .execute()
    await pause('RIDE')
    clock.advance(2 * dayMs)
    await work()
    await pause('OPEN')
    clock.advance(23 * hourMs)
    await work()
    expect(subjects()).toEqual([])

    clock.advance(hourMs)
    await work()
    clock.advance(6 * dayMs - hourMs)
    await work()
    expect(subjects()).toEqual(['Der Diebstahlalarm von „Enduro“ ist noch pausiert'])
    expect(text()).toContain('am 22.03.2027, 12:00 Uhr (deutsche Zeit) pausiert, bis Sie ihn wieder einschalten')
    clock.advance(hourMs)
    await work()
    expect(emails).toHaveLength(2)

    clock.advance(23 * dayMs)
    await raiseReminders({ service, clock })
    await pause(null)
    await send()
    expect(emails).toHaveLength(2)
    expect((await states()).map(({ occasion }) => occasion?.slice(-2))).toEqual([' 1', ' 7'])
  })

  test('are not raised of the demo', async () => {
    const deviceId = await putDevice()
    await database.updateTable('devices').set({ demo: true }).execute()
    await raise(deviceId, 'LICENCE', 'one')
    expect(await states()).toEqual([])
  })
})
