import { beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { ownPlacesServerLimits } from '#contract/own-places/own-places-limits.ts'
import type { PlaceVisit, PlaceWatch, PlaceWeatherLevel } from '#contract/own-places/own-places.ts'
import { destination } from '#domain/geo/geo.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import type { WarningRecord } from '#server/feeds/feed.ts'
import type { Email } from '#server/mail/mailer.ts'
import { createOwnPlacesStore } from './own-places.store.ts'
import { registerPlaceVisitsJobs, tellVisits } from './place-visits.jobs.ts'
import { createPlaceVisitsStore } from './place-visits.store.ts'
import { registerPlaceWeatherJobs, tellPlaceWeather } from './place-weather.jobs.ts'
import { createPlaceWeatherStore } from './place-weather.store.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const minutes = (count: number) => new Date(start.getTime() + count * minuteMs)
const home = { name: 'Zuhause', latitude: 49.0069, longitude: 8.4037, radiusMetres: 200 }
const imei = '350000000000001'

describeOnBothDatabases('own places', (database) => {
  let now: Date
  const clock = { now: () => now }
  const places = createOwnPlacesStore(database, clock)
  const store = createPlaceVisitsStore(database)
  const weather = createPlaceWeatherStore(database)
  let deviceId: string
  let mails: { to: string; email: Email }[]
  let send: () => Promise<void>

  beforeEach(async () => {
    now = start
    await createPositionsStore(database).prepareTomorrow(new Date(start.getTime() - dayMs))
    mails = []
    deviceId = await putTracker(database, start, { imei, mode: 'BOTH' })
    const sending = createTestMessages(database, {
      mailer: { send: async (to, email) => void mails.push({ to, email }) },
      pusher: { send: async () => 'TAKEN' },
      clock,
    })
    send = sending.send
    const parts = { store, messages: sending.messages, clock, publicUrl: 'https://wegwarte.example' }
    registerPlaceWeatherJobs({ every: () => undefined }, { ...parts, store: weather })
    registerPlaceVisitsJobs({ every: () => undefined }, parts)
  })

  const create = (...watches: PlaceWatch[]) =>
    places.create({ id: 'home', userId: 'owner', entry: { ...home, watches, weatherLevel: null } }, now)
  const watching = (...visits: PlaceVisit[]): PlaceWatch => ({ deviceId: `device-${imei}`, visits })
  const tell = () => tellVisits({ store, clock })
  const subjects = () => mails.map(({ email }) => email.subject)

  /** A fix each minute, so many metres away; the tracker reports the last of them just now. */
  async function seen(from: number, metres: readonly number[]): Promise<void> {
    const fixes = metres.map((each, index) => ({ ...destination(home, each, 90), at: minutes(from + index) }))
    await database
      .insertInto('positions')
      .values(
        fixes.map(({ latitude, longitude, at }) => ({
          device_id: deviceId,
          recorded_at: at,
          received_at: at,
          latitude,
          longitude,
          accuracy: 5,
          speed: null,
          course: null,
          flag: null,
        })),
      )
      .execute()
    now = minutes(from + metres.length)
    await database.updateTable('device_inventory').set({ last_active_at: now }).where('imei', '=', imei).execute()
  }
  const standing = (metres: number, count = 15) => Array.from({ length: count }, () => metres)
  const ridesOff = async () => {
    await seen(0, standing(0))
    await seen(15, [600, 1400, 2200, 3000])
  }

  test('tell by e-mail that a vehicle has left and has arrived, each once, by the place’s name alone', async () => {
    await create(watching('ARRIVED', 'LEFT'))
    await ridesOff()
    expect([await tell(), await tell()]).toEqual([1, 0])
    await seen(19, [3800, 3000, 1400, 600])
    expect(await tell()).toBe(0)
    await seen(23, standing(5))
    expect([await tell(), await tell()]).toEqual([1, 0])
    await send()
    // They are sent at the same time.
    expect(subjects().toSorted()).toEqual([
      '„Enduro“ ist angekommen: Zuhause (10:23 Uhr)',
      '„Enduro“ ist losgefahren: Zuhause (10:14 Uhr)',
    ])
    expect(mails.map(({ to }) => to)).toEqual(['owner@example.org', 'owner@example.org'])
    expect(JSON.stringify(mails)).not.toMatch(/49[.,]0|8[.,]40|openstreetmap/i)
  })

  test.each<[string, PlaceWatch[]]>([
    ['no vehicle is named', []],
    ['only arrivals are wanted', [{ deviceId: `device-${imei}`, visits: ['ARRIVED'] }]],
    ['nothing is wanted of it', [{ deviceId: `device-${imei}`, visits: [] }]],
    ['another’s vehicle is named', [{ deviceId: 'device-of-nobody', visits: ['LEFT'] }]],
  ])('tell of no departure where %s', async (_what, watches) => {
    await create(...watches)
    await ridesOff()
    expect(await tell()).toBe(0)
  })

  test.each([
    ['tracking is off', { enabled: false }],
    ['the history is not recorded', { mode: 'THEFT' as const }],
    ['the consent was withdrawn', { consent_given: false }],
  ])('tell nothing where %s, also of what was added before', async (_what, settings) => {
    await create(watching('LEFT'))
    await ridesOff()
    expect(await tell()).toBe(1)
    await database.updateTable('tracking_settings').set(settings).execute()
    await send()
    expect(mails).toEqual([])
    expect(await tell()).toBe(0)
  })

  test('tell of a visit also while a message about one before waits for the end of quiet hours', async () => {
    await create(watching('LEFT'))
    await ridesOff()
    expect(await tell()).toBe(1)
    await database
      .updateTable('messages')
      .set({ due_at: minutes(600) })
      .execute()
    await seen(19, [3800, 3000, 1400, 600])
    await seen(23, standing(5, 37))
    await seen(60, [600, 1400, 2200, 3000])
    expect([await tell(), await tell()]).toEqual([1, 0])
  })

  test('tell no old news of a batch that comes late', async () => {
    await create(watching('LEFT'))
    await ridesOff()
    now = minutes(15 + ownPlacesServerLimits.newsMinutes)
    await database.updateTable('device_inventory').set({ last_active_at: now }).execute()
    expect(await tell()).toBe(0)
  })

  test.each<[string, Parameters<typeof places.change>[0]['change'], number]>([
    ['its name and the weather', { name: 'Daheim', weatherLevel: 3 }, 1],
    ['that nothing else is wanted', { watches: [watching('LEFT')] }, 1],
    ['where it is', { latitude: home.latitude + 0.0001 }, 0],
    ['how large it is', { radiusMetres: 210 }, 0],
    ['that more is wanted', { watches: [watching('ARRIVED', 'LEFT')] }, 0],
  ])('tell of what was before a change of %s: %i', async (_what, change, told) => {
    await create(watching('LEFT'))
    await ridesOff()
    await places.change({ id: 'home', userId: 'owner', change }, now)
    expect(await tell()).toBe(told)
  })

  test('tell nothing that was before the wish', async () => {
    await create(watching('ARRIVED'))
    await ridesOff()
    await places.change({ id: 'home', userId: 'owner', change: { watches: [watching('LEFT')] } }, now)
    expect(await tell()).toBe(0)
  })

  test('tell nothing of a place that was removed meanwhile', async () => {
    await create(watching('LEFT'))
    await ridesOff()
    await tell()
    await places.remove('owner', 'home', now)
    await send()
    expect(mails).toEqual([])
  })

  test('keep what a change does not name', async () => {
    await create(watching('LEFT'))
    await places.change({ id: 'home', userId: 'owner', change: { name: 'Daheim' } }, now)
    expect(await places.list('owner')).toEqual([
      { id: 'home', ...home, name: 'Daheim', watches: [watching('LEFT')], weatherLevel: null },
    ])
    expect(await places.list('somebody')).toEqual([])
  })

  const storm = (id: string, level: 2 | 3 | 4, change: Partial<WarningRecord> = {}): WarningRecord => ({
    id,
    warningType: 'STURM',
    headline: 'Amtliche WARNUNG vor STURM',
    description: '',
    instruction: null,
    level,
    regionName: 'Stadt Karlsruhe',
    area: { type: 'MultiPolygon', coordinates: [[squareOf(8, 9)]] },
    validFrom: start.toISOString(),
    validUntil: minutes(360).toISOString(),
    sentAt: start.toISOString(),
    attribution: 'Quelle: Deutscher Wetterdienst',
    aboveMetres: null,
    belowMetres: null,
    ...change,
  })
  const squareOf = (west: number, east: number): [number, number][] => [
    [west, 49],
    [east, 49],
    [east, 50],
    [west, 50],
    [west, 49],
  ]
  const warn = (...records: WarningRecord[]) =>
    createWeatherImport(database).replace(
      { source: 'test', attribution: '', edition: 0, at: now, records },
      async () => undefined,
    )
  const tellWeather = () => tellPlaceWeather({ store: weather, clock })
  const createWithWeather = (id: string, weatherLevel: PlaceWeatherLevel | null, longitude = home.longitude) =>
    places.create({ id, userId: 'owner', entry: { ...home, name: id, longitude, watches: [], weatherLevel } }, now)

  test('tell of warnings from the level of each place on, of each weather once, and again when it is graver', async () => {
    await createWithWeather('Garten', 2)
    await createWithWeather('Zuhause', 3)
    await createWithWeather('Arbeit', null)
    await createWithWeather('Alpen', 2, 11.5)
    await warn(storm('a', 2))
    expect([await tellWeather(), await tellWeather()]).toEqual([1, 0])
    await send()
    await warn(storm('b', 4))
    expect([await tellWeather(), await tellWeather()]).toEqual([2, 0])
    await warn(storm('c', 3))
    expect(await tellWeather()).toBe(0)
    await send()
    expect(subjects().toSorted()).toEqual(['Wetterwarnung Stufe 2: Garten'])
    await warn(storm('d', 4))
    expect(await tellWeather()).toBe(2)
    await send()
    expect(subjects().toSorted()).toEqual([
      'Wetterwarnung Stufe 2: Garten',
      'Wetterwarnung Stufe 4: Garten',
      'Wetterwarnung Stufe 4: Zuhause',
    ])
  })

  test.each<[string, Partial<WarningRecord>]>([
    ['is advance information', { advance: true }],
    ['is over', { validUntil: start.toISOString() }],
    ['is not issued yet', { sentAt: minutes(5).toISOString() }],
  ])('tell of no warning that %s', async (_what, change) => {
    await createWithWeather('Zuhause', 2)
    await warn(storm('a', 4, change))
    expect(await tellWeather()).toBe(0)
  })

  test('are told once by two processes at the same moment', async () => {
    await create(watching('LEFT'))
    await ridesOff()
    const both = await Promise.all([tell(), tell()])
    expect(both.toSorted()).toEqual([0, 1])
  })
})
