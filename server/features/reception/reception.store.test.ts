import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { secondMs, minuteMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'
import { type Report, signOfLife } from '#server/protocols/protocol.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const imei = '350000000000001'

describeOnBothDatabases('reports', (database) => {
  let logged: string
  let receive: ReturnType<typeof createReceptionService>['receive']
  const createProcess = () => {
    const log = pino({ base: null }, { write: (line: string) => void (logged += line) })
    return createReceptionService({ store: createReceptionStore(database, null), log })
  }
  beforeEach(() => {
    logged = ''
    receive = createProcess().receive
  })

  const receiveAll = (reports: readonly Report[]) => Promise.all(reports.map((report) => receive(report, now)))

  test('of a recorded device are stored with everything they say', async () => {
    await putTracker(database, now, { imei })
    const fix = { accuracy: 4.5, altitude: 115.25, course: 90.5, flag: 'MOCK' as const }
    const speed = { value: 10, unit: 'knots' as const, assumed: true }
    expect(await receive(fixReport(imei, '2026-03-29T11:59:00.123Z', { ...fix, speed }), now)).toBe('STORED')
    expect(await stored(database)).toEqual([
      {
        device_id: `device-${imei}`,
        recorded_at: new Date('2026-03-29T11:59:00.123Z'),
        received_at: now,
        latitude: 49.0069,
        longitude: 8.4037,
        ...fix,
        speed: 18.52,
        stored_order: '1',
      },
    ])
  })

  test('are known beforehand where they would be believed, and nothing of it is stored', async () => {
    await putTracker(database, now, { imei, trackerId: 'lotse-7' })
    await putTracker(database, now, { imei: '350000000000002', secret: 'right' })
    await putTracker(database, now, { imei: '350000000000004', owner: null })
    const { isKnown } = createProcess()
    const guess = { ...signOfLife('350000000000002'), secret: 'wrong' }
    const reports = [
      signOfLife(imei),
      signOfLife('lotse-7'),
      { ...signOfLife('user'), otherNames: [imei] },
      { ...guess, secret: 'right' },
      guess,
      signOfLife('350000000000003'),
      signOfLife('350000000000004'),
    ]
    expect(await Promise.all(reports.map(isKnown))).toEqual([true, true, true, true, false, false, false])
    expect(await stored(database)).toEqual([])
  })

  test('name a tracker by IMEI or tracker id, and an IMEI goes first', async () => {
    await putTracker(database, now, { imei, trackerId: 'lotse-7' })
    // Somebody gave another tracker the IMEI of the first as its id.
    await putTracker(database, now, { imei: '350000000000002', trackerId: imei })
    const reports = [fixReport('lotse-7', '2026-03-29T11:58:00Z'), fixReport(imei, '2026-03-29T11:59:00Z')]
    expect(await receiveAll(reports)).toEqual(['STORED', 'STORED'])
    const rows = await stored(database)
    expect(rows.map((row) => row.device_id)).toEqual([`device-${imei}`, `device-${imei}`])
  })

  test.each([
    ['of a device nobody owns', { owner: null }, {}, 'NO_OWNER'],
    ['while tracking was never switched on', { mode: null }, {}, 'TRACKING_OFF'],
    ['of a device without a licence', { licenceDays: null }, {}, 'TRACKING_OFF'],
    ['of a device whose licence has ended', { licenceDays: -1 }, {}, 'TRACKING_OFF'],
    ['with the last known place', {}, { flag: 'LAST_KNOWN' }, 'NO_FIX'],
    ['from the future', {}, { recordedAt: new Date('2026-03-29T12:03:00Z') }, 'IN_THE_FUTURE'],
    ['older than positions are kept', {}, { recordedAt: new Date('2026-03-15T11:00:00Z') }, 'TOO_OLD'],
  ] as const)('%s are a sign of life and nothing more', async (_name, tracker, fix, reason) => {
    await putTracker(database, now, { imei, ...tracker })
    expect(await receive(fixReport(imei, '2026-03-29T11:59:00Z', fix), now)).toBe(reason)
    expect(await stored(database)).toEqual([])
    expect(await lastActive(database, imei)).toEqual(now)
  })

  test('without a fix are a sign of life', async () => {
    await putTracker(database, now, { imei })
    expect(await receive({ ...fixReport(imei, '2026-03-29T11:59:00Z'), fix: null }, now)).toBe('NO_FIX')
    expect(await lastActive(database, imei)).toEqual(now)
  })

  test('of a tracker nobody sold leave no trace', async () => {
    expect(await receive(fixReport('999', '2026-03-29T11:59:00Z'), now)).toBe('UNKNOWN_TRACKER')
    expect(await stored(database)).toEqual([])
  })

  test('that arrive late never turn the last sign of life back', async () => {
    await putTracker(database, now, { imei })
    await receive(fixReport(imei, '2026-03-29T11:59:00Z'), now)
    await receive(fixReport(imei, '2026-03-29T11:58:00Z'), new Date(now.getTime() - 60_000))
    expect(await lastActive(database, imei)).toEqual(now)
  })

  test('that follow each other closely write down one sign of life, and later ones the next', async () => {
    await putTracker(database, now, { imei })
    const after = (seconds: number) => new Date(now.getTime() + seconds * secondMs)
    for (const seconds of [0, 5, 9, 10, 15]) await receive(fixReport(imei, '2026-03-29T11:59:00Z'), after(seconds))
    expect(await lastActive(database, imei)).toEqual(after(10))
  })

  test('name a tracker by its other names where the first is not known, the best first', async () => {
    await putTracker(database, now, { imei, trackerId: 'anna/phone' })
    await putTracker(database, now, { imei: '350000000000002', trackerId: 'phone' })
    const report = { ...fixReport('owntracks/anna/phone', '2026-03-29T11:58:00Z'), otherNames: ['anna/phone', 'phone'] }
    expect(await receive(report, now)).toBe('STORED')
    expect(await stored(database)).toMatchObject([{ device_id: `device-${imei}` }])
  })

  test.each([
    ['another secret', 'nearly-the-right-one'],
    ['none', null],
  ])('of a tracker with a secret are not believed with %s, and leave no trace', async (_name, secret) => {
    await putTracker(database, now, { imei, secret: 'the-right-secret' })
    const report = fixReport(imei, '2026-03-29T11:58:00Z')
    expect(await receive({ ...report, secret, alarm: 'tow' }, now)).toBe('WRONG_SECRET')
    expect(await stored(database)).toEqual([])
    expect(await lastActive(database, imei)).toBeNull()
    expect(await receive({ ...report, secret: 'the-right-secret' }, now)).toBe('STORED')
  })

  test('of a tracker with a secret are believed by a protocol without a place for it only where the operator says so', async () => {
    const allowed = '350000000000002'
    await putTracker(database, now, { imei, secret: 'the-right-secret' })
    await putTracker(database, now, {
      imei: allowed,
      secret: 'the-right-one',
      unprovenProtocols: ['gt06', 'teltonika'],
    })
    const by = (tracker: string, unprovenBy: 'gt06' | 'h02') =>
      receive({ ...fixReport(tracker, '2026-03-29T11:58:00Z'), unprovenBy }, now)
    expect(await by(imei, 'h02')).toBe('WRONG_SECRET')
    expect(await by(allowed, 'h02')).toBe('WRONG_SECRET')
    expect(await lastActive(database, imei)).toBeNull()
    expect(await by(allowed, 'gt06')).toBe('STORED')
    const { isKnown } = createProcess()
    expect(await isKnown({ ...signOfLife(imei), unprovenBy: 'h02' })).toBe(false)
    expect(await isKnown({ ...signOfLife(allowed), unprovenBy: 'gt06' })).toBe(true)
  })

  test('of a tracker without a secret are believed with any', async () => {
    await putTracker(database, now, { imei })
    expect(await receive({ ...fixReport(imei, '2026-03-29T11:58:00Z'), secret: 'anything' }, now)).toBe('STORED')
  })

  test('that are encrypted are opened with the secret of their tracker, and believed', async () => {
    await putTracker(database, now, { imei, secret: 'the-right-secret', encrypts: true })
    await putTracker(database, now, { imei: '350000000000002', secret: 'its-own-secret' })
    const sealed = (identity: string) => {
      const inside = fixReport(identity, '2026-03-29T11:58:00Z')
      return {
        ...inside,
        fix: null,
        secret: null,
        open: (secret: string) => (secret === 'the-right-secret' ? inside : null),
      }
    }
    expect(await receive(sealed(imei), now)).toBe('STORED')
    expect(await receive({ ...sealed(imei), open: () => null }, now)).toBe('UNREADABLE')
    // Only its hash is known.
    expect(await receive(sealed('350000000000002'), now)).toBe('UNREADABLE')
    expect(await stored(database)).toHaveLength(1)
    expect(await lastActive(database, '350000000000002')).toBeNull()
  })

  const kept = fixReport(imei, '2026-03-29T11:58:00Z')
  test.each([
    ['in the open', kept],
    ['encrypted', { ...kept, fix: null, secret: null, open: () => kept }],
  ])('that somebody kept and sends again are stored, but are no sign of life: %s', async (_how, report) => {
    await putTracker(database, now, { imei, ...(report !== kept && { secret: 'the-right-secret', encrypts: true }) })
    expect(await receive({ ...report, isReplay: true }, now)).toBe('STORED')
    expect(await lastActive(database, imei)).toBeNull()
  })

  test('that are sent again are stored once, in one delivery as in two', async () => {
    await putTracker(database, now, { imei })
    const report = fixReport(imei, '2026-03-29T11:59:00Z')
    expect(await receiveAll([report, report])).toEqual(['STORED', 'DUPLICATE'])
    expect(await receive({ ...report }, now)).toBe('DUPLICATE')
    expect(await stored(database)).toHaveLength(1)
  })

  test('in any order, in any packets and twice give one history', async () => {
    await putTracker(database, now, { imei })
    const times = Array.from({ length: 60 }, (_, index) => new Date(now.getTime() - index * 7_000).toISOString())
    const shuffled = fc.sample(fc.shuffledSubarray([...times, ...times], { minLength: 120 }), 1)[0] ?? []
    for (let start = 0; start < shuffled.length; start += 17) {
      await receiveAll(shuffled.slice(start, start + 17).map((time) => fixReport(imei, time)))
    }
    const rows = await stored(database)
    expect(rows.map((row) => row.recorded_at.toISOString())).toEqual(times.toReversed())
  })

  test('of many trackers at once are answered each with its own', async () => {
    const imeis = Array.from({ length: 20 }, (_, index) => String(350_000_000_000_100 + index))
    for (const each of imeis) await putTracker(database, now, { imei: each })
    const reports = Array.from({ length: 400 }, (_, index) => {
      const at = new Date(now.getTime() - Math.floor(index / 20) * 1000).toISOString()
      return fixReport(imeis[index % 20] ?? '', at)
    })
    const deliveries = await receiveAll([...reports, fixReport('999', '2026-03-29T11:59:00Z')])
    expect(deliveries.filter((delivery) => delivery === 'STORED')).toHaveLength(400)
    expect(deliveries.at(-1)).toBe('UNKNOWN_TRACKER')
    expect(await stored(database)).toHaveLength(400)
  })

  test('are corrected by what is known of the tracker: its clock and its unit of speed', async () => {
    await putTracker(database, now, { imei, clockOffsetMinutes: 480, speedUnit: 'm/s' })
    const usual = { value: 10, unit: 'knots' as const, assumed: true }
    const certain = { value: 10, unit: 'km/h' as const, assumed: false }
    await receive(fixReport(imei, '2026-03-29T19:59:00Z', { speed: usual }), now)
    await receive(fixReport(imei, '2026-03-29T11:58:00Z', { clock: 'server', speed: certain }), now)
    const rows = await stored(database)
    expect(rows).toMatchObject([
      { recorded_at: new Date('2026-03-29T11:58:00Z'), speed: 10 },
      { recorded_at: new Date('2026-03-29T11:59:00Z'), speed: 36 },
    ])
  })

  test('of a receiver whose GPS weeks have started again are moved to the present', async () => {
    await putTracker(database, now, { imei })
    expect(await receive(fixReport(imei, '2006-08-13T11:59:00Z'), now)).toBe('STORED')
    expect(await stored(database)).toMatchObject([{ recorded_at: new Date('2026-03-29T11:59:00Z') }])
  })

  test('with impossible measurements keep their place and time', async () => {
    await putTracker(database, now, { imei })
    const wild = {
      accuracy: 1e300,
      altitude: -1e40,
      course: 5e-324,
      speed: { value: 1e39, unit: 'm/s', assumed: false },
    }
    expect(await receive(fixReport(imei, '2026-03-29T11:59:00Z', { ...wild, latitude: 5e-324 } as never), now)).toBe(
      'STORED',
    )
    expect(await stored(database)).toMatchObject([{ accuracy: null, altitude: null, course: 0, speed: null }])
  })

  test('at a time that is none, by the clock of their tracker, are a sign of life and report its battery', async () => {
    await putTracker(database, now, { imei, clockOffsetMinutes: -60 })
    const lastInstant = new Date(8_640_000_000_000_000)
    const report = { ...fixReport(imei, '2026-03-29T11:59:00Z', { recordedAt: lastInstant }), battery: 78 }
    expect(await receive(report, now)).toBe('NO_FIX')
    expect(await lastActive(database, imei)).toEqual(now)
    const health = await database.selectFrom('device_health').select(['battery_percent', 'battery_at']).execute()
    expect(health).toEqual([{ battery_percent: 78, battery_at: now }])
  })

  describe('of the movement profile', () => {
    const movement = (...clocks: string[]) => clocks.map((clock) => fixReport(imei, `2026-03-29T11:${clock}Z`))
    const clocks = async () => (await stored(database)).map((row) => row.recorded_at.toISOString().slice(14, 19))

    test('leave the first of each clock minute', async () => {
      await putTracker(database, now, { imei, mode: 'MOVEMENT' })
      expect(await receiveAll(movement('50:05', '50:35', '51:00', '50:05'))).toEqual([
        'STORED',
        'THINNED_OUT',
        'STORED',
        'DUPLICATE',
      ])
      expect(await receiveAll(movement('50:20', '51:00', '51:30'))).toEqual(['THINNED_OUT', 'DUPLICATE', 'THINNED_OUT'])
      expect(await clocks()).toEqual(['50:05', '51:00'])
    })

    test('make way for one that was measured earlier in the minute', async () => {
      await putTracker(database, now, { imei, mode: 'MOVEMENT' })
      await receiveAll(movement('50:35', '51:10'))
      expect(await receiveAll(movement('50:05'))).toEqual(['STORED'])
      expect(await clocks()).toEqual(['50:05', '51:10'])
    })

    test('remove nothing that another mode stored before', async () => {
      const id = await putTracker(database, now, { imei })
      await receiveAll(movement('50:35', '50:40'))
      const later = new Date(now.getTime() + 1000)
      await database
        .updateTable('tracking_settings')
        .set({ mode: 'MOVEMENT', enabled_at: later })
        .where('device_id', '=', id)
        .execute()
      await receive(fixReport(imei, '2026-03-29T11:50:05Z'), later)
      expect(await clocks()).toEqual(['50:05', '50:35', '50:40'])
    })
  })

  describe('around midnight', () => {
    test.each([
      ['an ordinary night', '2026-07-01'],
      ['the night the clocks go forward', '2026-03-29'],
      ['the night they go back', '2026-10-25'],
    ])('of %s lie in the partition of their UTC day', async (_name, day) => {
      const noon = new Date(`${day}T12:00:00Z`)
      await putTracker(database, noon, { imei })
      const midnight = new Date(`${day}T00:00:00Z`).getTime()
      const minutes = Array.from({ length: 361 }, (_, index) => new Date(midnight + (index - 120) * minuteMs))
      const deliveries = await Promise.all(
        minutes.map((minute) => receive(fixReport(imei, minute.toISOString()), noon)),
      )
      expect(new Set(deliveries)).toEqual(new Set(['STORED']))
      const partitions = await sql<{ name: string; count: string }>`
        select substring(tableoid::regclass::text from 'positions_[0-9]{8}') as name, count(*) from positions
        group by 1 order by 1`.execute(database)
      const before = new Date(midnight - 1).toISOString().slice(0, 10)
      expect(partitions.rows).toEqual([
        { name: `positions_${before.replaceAll('-', '')}`, count: '120' },
        { name: `positions_${day.replaceAll('-', '')}`, count: '241' },
      ])
    })

    test('reach their partition from several processes at once', async () => {
      const imeis = Array.from({ length: 6 }, (_, index) => String(350_000_000_000_010 + index))
      for (const each of imeis) await putTracker(database, now, { imei: each })
      const processes = imeis.map(createProcess)
      for (let day = 16; day < 29; day += 1) {
        const deliveries = processes.map((process, index) =>
          process.receive(fixReport(imeis[index] ?? '', `2026-03-${day}T11:59:00Z`), now),
        )
        expect(new Set(await Promise.all(deliveries))).toEqual(new Set(['STORED']))
      }
    })

    test('find their partition made anew when somebody dropped it', async () => {
      await putTracker(database, now, { imei })
      await receive(fixReport(imei, '2026-03-29T11:58:00Z'), now)
      await sql`drop table positions_20260329`.execute(database)
      expect(await receive(fixReport(imei, '2026-03-29T11:59:00Z'), now)).toBe('STORED')
    })
  })

  describe('that say what the database cannot hold', () => {
    const refused = fixReport(imei, '2026-03-29T11:59:00Z', { flag: 'MOCK' })
    beforeEach(async () => {
      await putTracker(database, now, { imei })
      await sql`alter table positions add constraint no_faked_places check (flag is distinct from 'MOCK')`.execute(
        database,
      )
    })
    afterEach(() => sql`alter table positions drop constraint no_faked_places`.execute(database))

    test('are discarded, so that they never come again, and fail none that came with them', async () => {
      const reports = Array.from({ length: 300 }, (_, second) =>
        fixReport(imei, new Date(now.getTime() - second * 1000).toISOString()),
      )
      const deliveries = await receiveAll(reports.toSpliced(137, 1, refused))
      expect(deliveries[137]).toBe('UNSTORABLE')
      expect(deliveries.filter((delivery) => delivery === 'STORED')).toHaveLength(299)
      expect(await stored(database)).toHaveLength(299)
    })

    test('stay with their trackers where none at all can be stored any more, until one is', async () => {
      const many = Array.from({ length: gatewayServerLimits.discardsInARow + 20 }, (_, second) =>
        fixReport(imei, new Date(now.getTime() - second * 1000).toISOString(), { flag: 'MOCK' }),
      )
      const settledAs = async (reports: readonly Report[]) =>
        (await Promise.allSettled(reports.map((report) => receive(report, now)))).map(({ status }) => status)
      const first = await settledAs(many)
      expect(first.filter((status) => status === 'fulfilled')).toHaveLength(gatewayServerLimits.discardsInARow)
      expect(await settledAs([refused, fixReport(imei, '2026-03-29T11:40:00Z')])).toEqual(['rejected', 'fulfilled'])
      expect(await settledAs([refused])).toEqual(['fulfilled'])
    })

    test('are noted in the log, without what they say', async () => {
      await receive(refused, now)
      expect(logged.match(/discarded/g)).toHaveLength(1)
      expect(logged).toContain('"code":"23514"')
      expect(logged).not.toMatch(/350000000000001|49\.0069|8\.4037|2026-03-29T11:59/)
    })
  })

  test('that could not be committed for want of a database are rejected, all of the batch', async () => {
    await putTracker(database, now, { imei })
    await sql`alter table positions rename to elsewhere`.execute(database)
    try {
      const reports = ['11:58:00', '11:58:30', '11:59:00'].map((time) => fixReport(imei, `2026-03-29T${time}Z`))
      const settled = await Promise.allSettled(reports.map((report) => receive(report, now)))
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      expect(await lastActive(database, imei)).toBeNull()
    } finally {
      await sql`alter table elsewhere rename to positions`.execute(database)
    }
    expect(logged).toBe('')
  })
})

function stored(database: Database) {
  return database.selectFrom('positions').selectAll().orderBy('recorded_at').execute()
}

async function lastActive(database: Database, ofImei: string): Promise<Date | null> {
  const row = await database
    .selectFrom('device_inventory')
    .select('last_active_at')
    .where('imei', '=', ofImei)
    .executeTakeFirstOrThrow()
  return row.last_active_at
}
