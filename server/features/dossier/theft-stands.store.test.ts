import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { createAlarmEmailsStore } from '#server/features/alarms/emails/alarm-emails.store.ts'
import { insertAlarms } from '#server/features/alarms/guard/guards.store.ts'
import { statementAnswers } from '#server/features/alarms/answers/statements.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createJobs, type Queue } from '#server/jobs/jobs.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { noPlaceNames as placeNames } from '#server/places/testing/place-names.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { createDossierDetailsStore } from './dossier-details.store.ts'
import { createDossierFiles } from './dossier-files.ts'
import { createDossierLinksService } from './links/dossier-links.service.ts'
import { createDossierLinksStore } from './links/dossier-links.store.ts'
import { createDossierService } from './dossier.service.ts'
import { createDossierStore } from './dossier.store.ts'
import { theftStands } from './theft-stands.ts'
import { hopsIn, putHops } from '#server/features/alarms/testing/hops.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const imei = '350000000000001'
const deviceId = `device-${imei}`
const seconds = (number: number) => new Date(start.getTime() + number * secondMs)
const instant = (number: number) => seconds(number).toISOString()

describeOnBothDatabases('a theft that is reported in one tap', (database, { query, embedded }) => {
  let now = start
  let queued: { deviceId: string; at: string; afterMs: number | undefined }[] = []
  const queue: Queue = {
    async enqueue(_writing, kind, data, afterMs) {
      if (kind.name === theftStands.name) queued.push({ ...theftStands.data.parse(data), afterMs })
    },
  }
  const positions = createPositionsStore(database)
  const clock = { now: () => now }
  const partsOn = (on: Queue) => {
    const store = createDossierStore(database, statementAnswers, on)
    const details = createDossierDetailsStore(database)
    const links = createDossierLinksStore(database, on)
    const print = () => Promise.reject(new Error('unused'))
    const files = createDossierFiles({ store, details, positions, print, placeNames, clock })
    const reportedOf = async () => ({ condition: { kind: 'STANDING' } as const, beganAt, ownUntil: null })
    const newId = () => `link-${(made += 1)}`
    const service = createDossierService({ store, details, links, reportedOf, positions, files, clock })
    const police = createDossierLinksService({
      store,
      details,
      links,
      files,
      placeNames,
      clock,
      newId,
      publicUrl: 'https://example.org',
    })
    return { store, links, service, police }
  }
  let made = 0
  let beganAt: Date | null = null
  const { store, links, service, police } = partsOn(queue)
  const report = (at: number) => service.setState(deviceId, { state: 'STOLEN', at: instant(at) })
  const undo = (at: number) => service.undo(deviceId, instant(at))
  /** Does the work that is due. */
  const work = async () => {
    for (const { deviceId: id, at } of queued) await store.stand(id, new Date(at), now)
    queued = []
  }
  /** All that a statement can change, apart from what the screens show. */
  const everything = async () => ({
    alarms: await database.selectFrom('alarms').select(['id', 'acknowledged_at']).orderBy('id').execute(),
    letters: await database
      .selectFrom('messages')
      .select(['alarm_id', 'state'])
      .where('kind', '=', 'alarm')
      .orderBy('alarm_id')
      .execute(),
    hops: await hopsIn(database),
    guards: await database.selectFrom('alarm_guards').selectAll().execute(),
    statements: await store.changes(deviceId),
    links: await links.of(deviceId),
  })
  const chain = async () => (await everything()).hops.map(({ state }) => state)
  const lettersNow = async () => (await everything()).letters.map(({ state }) => state)

  const raise = (id: string, second: number) => {
    const about = { deviceId, kind: 'MOVEMENT', place: null, numberToday: null } as const
    return inTransaction(database, {}, (writing) =>
      insertAlarms(writing, [{ id, ...about, detectedAt: seconds(second) }]),
    )
  }

  beforeEach(async () => {
    now = seconds(-30)
    queued = []
    beganAt = null
    await putTracker(database, seconds(-1_000), { imei, mode: 'THEFT' })
    const pause = { pause_kind: 'OPEN', pause_since: seconds(-900), pause_until: null, pause_moved: false } as const
    await database
      .insertInto('alarm_guards')
      .values({ device_id: deviceId, enabled_at: seconds(-1_000), ...pause })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(pause))
      .execute()
    await raise('alarm', -60)
    const hop = { number: 0, channel: 'SMS', contactId: null, dueAt: seconds(300), state: 'QUEUED' } as const
    await putHops(database, [{ ...hop, alarmId: 'alarm' }])
    now = start
  })

  test('is shown at once, and ends chain, e-mails and pause once it cannot be taken back any more', async () => {
    const before = await everything()
    const shown = await report(0)
    expect(shown).toMatchObject({ state: 'STOLEN', undoable: { at: instant(0), until: instant(10) } })
    expect({ ...(await everything()), statements: [] }).toEqual({ ...before, statements: [] })
    expect(queued).toEqual([{ deviceId, at: instant(0), afterMs: 10 * secondMs }])
    now = seconds(10)
    await work()
    expect([await lettersNow(), await chain()]).toEqual([['STOPPED'], ['STOPPED']])
    expect((await everything()).guards[0]).toMatchObject({ pause_kind: null, rested_until: seconds(10) })
    expect(await service.show(deviceId)).toMatchObject({ state: 'STOLEN', undoable: null })
  })

  test('stands by its row where the work that was queued for it was lost', async () => {
    await report(0)
    queued = []
    now = seconds(9)
    await store.standAll(now)
    expect(await chain()).toEqual(['QUEUED'])
    now = seconds(120)
    await store.standAll(now)
    expect([await lettersNow(), await chain()]).toEqual([['STOPPED'], ['STOPPED']])
    expect((await everything()).guards[0]).toMatchObject({ pause_kind: null, rested_until: seconds(10) })
  })

  test('knows of an alarm and a fix from the seconds in which it could be taken back, and of none since', async () => {
    await report(0)
    for (const second of [5, 11]) await raise(`alarm-${second}`, second)
    const hop = { number: 1, channel: 'SMS', contactId: null, dueAt: seconds(300), state: 'QUEUED' } as const
    await putHops(
      database,
      ['alarm-5', 'alarm-11'].map((alarmId) => ({ ...hop, alarmId })),
    )
    await database
      .updateTable('alarm_guards')
      .set({ last_fix_at: seconds(5), untold_fix_at: seconds(5) })
      .execute()
    now = seconds(12)
    const isSent = (id: string) => createAlarmEmailsStore(database).isAnswered(id, now)
    expect(await Promise.all(['alarm-5', 'alarm-11'].map(isSent))).toEqual([true, false])
    await work()
    expect(await Promise.all(['alarm-5', 'alarm-11'].map(isSent))).toEqual([true, false])
    const hops = await hopsIn(database)
    expect(hops.map(({ alarm_id: id, state }) => [id, state])).toEqual([
      ['alarm', 'STOPPED'],
      ['alarm-11', 'QUEUED'],
      ['alarm-5', 'STOPPED'],
    ])
    expect((await everything()).guards[0]).toMatchObject({ untold_fix_at: null })
  })

  test('does not come back with a tap that arrives again after it was taken back', async () => {
    await report(0)
    now = seconds(5)
    await undo(0)
    now = seconds(60)
    expect(await report(0)).toMatchObject({ state: 'PARKED', changes: [] })
    expect(await report(3)).toMatchObject({ state: 'PARKED', changes: [] })
    expect(await report(30)).toMatchObject({ state: 'STOLEN' })
  })

  test('that was taken back before it arrives does not count', async () => {
    now = seconds(60)
    expect(await undo(0)).toMatchObject({ state: 'PARKED' })
    expect(await report(0)).toMatchObject({ state: 'PARKED', changes: [] })
    expect(await report(2)).toMatchObject({ state: 'STOLEN' })
  })

  test.each([0, 9])('leaves nothing changed where it is taken back after %i seconds', async (after) => {
    const before = await everything()
    await report(0)
    now = seconds(after)
    expect(await undo(0)).toMatchObject({ state: 'PARKED', changes: [], undoable: null })
    now = seconds(60)
    await work()
    expect(await everything()).toEqual(before)
  })

  test.each([
    ['whose work was done', work],
    ['whose work nobody has done yet', async () => undefined],
  ])('cannot be taken back after eleven seconds, %s', async (_, doWork) => {
    await report(0)
    now = seconds(11)
    await doWork()
    await expect(undo(0)).rejects.toMatchObject({ code: 'STATEMENT_STANDS' })
    await work()
    expect(await chain()).toEqual(['STOPPED'])
  })

  test('is taken back once, however often that is said', async () => {
    await report(0)
    now = seconds(3)
    await undo(0)
    const after = await everything()
    now = seconds(20)
    expect(await undo(0)).toMatchObject({ state: 'PARKED' })
    expect(await everything()).toEqual(after)
  })

  test('that was reported anew after it was taken back has ten seconds of its own', async () => {
    await report(0)
    now = seconds(3)
    await undo(0)
    now = seconds(4)
    await report(4)
    now = seconds(10)
    await store.stand(deviceId, start, now)
    expect(await chain()).toEqual(['QUEUED'])
    now = seconds(14)
    await work()
    expect(await chain()).toEqual(['STOPPED'])
  })

  test.each(['before', 'while it can be taken back'])(
    'leaves what somebody else answered %s, whether it is taken back or not',
    async (when) => {
      const answer = () =>
        database
          .updateTable('messages')
          .set({ state: 'STOPPED', answered_at: now, ended_at: now })
          .where('kind', '=', 'alarm-hop')
          .execute()
      if (when === 'before') await answer()
      await report(0)
      now = seconds(5)
      if (when !== 'before') await answer()
      const answered = (await everything()).hops
      await undo(0)
      expect((await everything()).hops).toEqual(answered)
      now = seconds(6)
      await report(6)
      now = seconds(16)
      await work()
      expect((await everything()).hops).toEqual(answered)
      expect(await lettersNow()).toEqual(['STOPPED'])
    },
  )

  test('by two phones at once is one theft, which either takes back', async () => {
    const [one, other] = await Promise.allSettled([report(0), report(0.4)])
    expect([one.status, other.status]).toContain('fulfilled')
    const stated = (await everything()).statements
    expect(stated).toHaveLength(1)
    expect(queued).toHaveLength(1)
    now = seconds(9)
    const { undoable } = await service.show(deviceId)
    await service.undo(deviceId, undoable?.at ?? '')
    expect((await everything()).statements).toEqual([])
  })

  test('that arrives later than it can be taken back has everything follow at once', async () => {
    now = seconds(120)
    expect(await report(0)).toMatchObject({ state: 'STOLEN', undoable: null })
    expect(queued).toEqual([])
    expect(await chain()).toEqual(['STOPPED'])
  })

  test('that arrives some seconds late can be taken back for the rest of them', async () => {
    now = seconds(4)
    await report(0)
    expect(queued).toEqual([{ deviceId, at: instant(0), afterMs: 6 * secondMs }])
  })

  test('is over where the vehicle is back before it stands: everything follows then', async () => {
    await report(0)
    now = seconds(5)
    await service.setState(deviceId, { state: 'RECOVERED' })
    expect(await chain()).toEqual(['STOPPED'])
    const after = await everything()
    await work()
    await expect(undo(0)).rejects.toMatchObject({ code: 'STATEMENT_STANDS' })
    expect(await everything()).toEqual(after)
  })

  test('begins when the vehicle moved, as far as the product knows, and shows where it stood before', async () => {
    beganAt = seconds(-300)
    for (const [second, latitude] of [
      [-1_200, 49.1],
      [-600, 49.001],
      [-420, 49.001],
      [-300, 49.001],
      [-60, 49.02],
    ] as const) {
      await positionAt(second, latitude)
    }
    const { period, oldestPositionAt } = await report(0)
    expect(period).toEqual({ since: instant(-300), from: instant(-600), until: null })
    expect(oldestPositionAt).toBe(instant(-600))
    const corrected = await service.correctBeginning(deviceId, seconds(-60))
    expect(corrected).toMatchObject({ period: { since: instant(-60), from: instant(-60) }, changes: [{}] })
    await expect(service.correctBeginning(deviceId, seconds(60))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('has its links end where it is taken back; links of an earlier theft show nothing of it meanwhile', async () => {
    await report(0)
    now = seconds(30)
    await work()
    const earlier = await police.create(deviceId, 'WEEK')
    await service.setState(deviceId, { state: 'RECOVERED' })
    const tokenOf = (url: string) => new URL(url).hash.slice(1)
    expect(await police.show(tokenOf(earlier.url))).toMatchObject({ state: 'RECOVERED' })
    now = seconds(60)
    await report(60)
    await expect(police.show(tokenOf(earlier.url))).rejects.toMatchObject({ code: 'DOSSIER_LINK_REVOKED' })
    const own = await police.create(deviceId, 'DAY')
    expect(await police.show(tokenOf(own.url))).toMatchObject({ state: 'STOLEN' })
    await undo(60)
    await expect(police.show(tokenOf(own.url))).rejects.toMatchObject({ code: 'DOSSIER_LINK_REVOKED' })
    expect(await police.show(tokenOf(earlier.url))).toMatchObject({ state: 'RECOVERED' })
    expect(await links.byHash(hashOf(tokenOf(earlier.url)))).toMatchObject({ revokedAt: null })
  })

  const positionAt = (second: number, latitude: number) =>
    database.transaction().execute((transaction) =>
      keepPositions(transaction, [
        {
          deviceId,
          latitude,
          longitude: 8.4,
          accuracy: 5,
          recordedAt: seconds(second),
          receivedAt: seconds(second),
          altitude: null,
          speed: null,
          course: null,
          flag: null,
        },
      ]),
    )

  describe('and its process is killed', () => {
    const jobsOf = (workHere: boolean) =>
      createJobs({ query, embedded, workHere, log: pino({ enabled: false }), metrics: createMetrics() })

    test('stands all the same: another process goes on', { timeout: 4 * minuteMs }, async () => {
      const killed = jobsOf(false)
      killed.on(theftStands, async () => undefined)
      await killed.start()
      // So that two seconds are left of its ten.
      now = new Date()
      await database
        .updateTable('alarms')
        .set({ detected_at: new Date(now.getTime() - minuteMs) })
        .execute()
      const at = new Date(now.getTime() - 8 * secondMs).toISOString()
      await partsOn(killed).service.setState(deviceId, { state: 'STOLEN', at })
      expect(await chain()).toEqual(['QUEUED'])
      await killed.stop()

      const next = jobsOf(true)
      next.on(theftStands, ({ deviceId: id, at: stated }) => store.stand(id, new Date(stated), new Date()))
      await next.start()
      await expect.poll(chain, { timeout: minuteMs }).toEqual(['STOPPED'])
      await next.stop()
    })
  })

  test('has the work that follows with it, or neither is there', () =>
    expectQueued(
      { query, embedded },
      (on) =>
        createDossierStore(database, statementAnswers, on).change(deviceId, start, () => ({
          state: 'STOLEN',
          since: start,
          setAt: start,
          undoUntil: seconds(10),
        })),
      [theftStands, { deviceId, at: instant(0) }],
    ))
})
