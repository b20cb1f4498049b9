import { beforeEach, describe, expect, test } from 'vitest'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import type { NewReport } from '#contract/poi-reports/poi-reports.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { destination } from '#domain/geo/geo.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoiReportsService } from './poi-reports.service.ts'
import { createPoiDoubtsStore } from './poi-doubts.store.ts'
import { createPoiReportsStore } from './poi-reports.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { reportedPois } from '#server/features/pois/reported-pois.ts'
import { Problem } from '#server/http/problem.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { voteServerLimits } from '#contract/poi-reports/poi-reports-limits.ts'

const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }
const consentVersion = currentVersion('reports')
const longAgo = new Date('2026-01-01T00:00:00.000Z')
const near = 'near'
const camera: NewReport = { poiType: 'MobileSpeedCamera', ...karlsruhe, speed: 50, direction: 90, consentVersion }

describeOnBothDatabases('reports of POIs', (database) => {
  let clock: TestClock
  let service: ReturnType<typeof createPoiReportsService>
  const pois = createPoisStore(database, 'real')
  const store = createPoiReportsStore(database, randomId, reportedPois)
  const doubts = createPoiDoubtsStore(database)

  beforeEach(async () => {
    clock = clockAt('2026-11-21T12:00:00.000Z')
    service = createPoiReportsService({ store, doubts, pois, clock })
    for (const [index, name] of ['anna', 'ben', 'carl'].entries()) {
      await insertUser(database, name, longAgo)
      await insertDevice(database, { id: `device-${name}`, userId: name, imei: `35000000000000${index}` }, longAgo)
    }
    for (const name of ['newcomer', 'other-newcomer']) await insertUser(database, name, clock.now())
  })

  const report = async (userId: string, wanted: NewReport) => (await service.report(userId, wanted)).poi
  const later = (minutes: number) => clock.advance(minutes * minuteMs)
  const shown = (id: string) => pois.find(id, clock.now())
  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => 'no refusal',
      (error: unknown) => (error instanceof Problem ? error.code : error),
    )

  test('one is shown until its time is over, to the reporter as their own', async () => {
    const { id, details } = await report('anna', camera)
    expect(details).toMatchObject({ own: true, confidence: 0.5, expiresAt: '2026-11-21T15:00:00.000Z', direction: 90 })
    expect((await service.vote('ben', id, { confirms: true })).details.own).toBeUndefined()
    later(179)
    expect(await shown(id)).toMatchObject({ poiType: 'MobileSpeedCamera', speed: 50 })
    later(2)
    expect(await shown(id)).toBeNull()
  })

  test('the same sent twice, even at once, is one', async () => {
    const [first, second] = await Promise.all([report('anna', camera), report('anna', camera)])
    expect(first.id).toBe(second.id)
    expect(second.details.confirmations).toBe(0)
  })

  test('one that was sent later holds from when it was seen, and not at all once that is over', async () => {
    const seenAt = '2026-11-21T11:00:00.000Z'
    const { id, details } = await report('anna', { ...camera, seenAt })
    expect(details.expiresAt).toBe('2026-11-21T14:00:00.000Z')
    expect((await report('anna', { ...camera, seenAt })).id).toBe(id)
    const jam: NewReport = { ...camera, poiType: 'TrafficJam', seenAt }
    expect(await refusal(service.report('anna', jam))).toBe('REPORT_OVER')
  })

  test('a report says whether it is new; a word about that of somebody else is taken back, and nothing else of it', async () => {
    const first = await service.report('anna', camera)
    const again = await service.report('anna', camera)
    const confirmed = await service.report('ben', camera)
    expect([first.isNew, again.isNew, confirmed.isNew]).toEqual([true, false, false])
    expect(confirmed.poi.details.confirmations).toBe(1)
    later(10)
    expect((await service.withdraw('ben', first.poi.id)).details).toMatchObject({
      confirmations: 0,
      expiresAt: first.poi.details.expiresAt,
      confidence: (await shown(first.poi.id))?.details.confidence,
    })
    expect(await refusal(service.withdraw('ben', first.poi.id))).toBe('FORBIDDEN')
    expect(await shown(first.poi.id)).not.toBeNull()
  })

  test('one that was sent later does not take back what its reporter has said since', async () => {
    const { id } = await report('anna', camera)
    later(30)
    await service.vote('ben', id, { confirms: false })
    const seenAt = '2026-11-21T12:10:00.000Z'
    expect((await report('ben', { ...camera, seenAt })).details).toMatchObject({ denials: 1, confirmations: 0 })
  })

  test.each([
    { name: 'near by confirms the first', metres: poiReportsLimits.samePlaceMetres - 5, confirmations: 1 },
    { name: 'further away is another', metres: poiReportsLimits.samePlaceMetres + 5, confirmations: 0 },
  ])("somebody else's report $name", async ({ metres, confirmations }) => {
    const first = await report('anna', camera)
    const second = await report('ben', { ...camera, ...destination(karlsruhe, metres, 0) })
    expect(second.id === first.id).toBe(confirmations === 1)
    expect(second.details.confirmations).toBe(confirmations)
  })

  test('of each person the last word counts, and the reporter says nothing more', async () => {
    const { id } = await report('anna', camera)
    later(10)
    await service.vote('anna', id, { confirms: true })
    await service.vote('ben', id, { confirms: true })
    const { details } = await service.vote('ben', id, { confirms: true })
    expect(details).toMatchObject({
      confirmations: 1,
      denials: 0,
      confirmedAt: '2026-11-21T12:10:00.000Z',
      expiresAt: '2026-11-21T15:10:00.000Z',
    })
    expect((await service.vote('ben', id, { confirms: false })).details).toMatchObject({ confirmations: 0, denials: 1 })
  })

  test('what was seen earlier and sent later counts from then, not from before the report: no old word ends it', async () => {
    const { id } = await report('anna', camera)
    later(60)
    const seenAt = '2026-11-21T12:20:00.000Z'
    expect((await service.vote('ben', id, { confirms: true, seenAt })).details).toMatchObject({
      confirmedAt: seenAt,
      expiresAt: '2026-11-21T15:20:00.000Z',
    })
    const tooEarly = '2020-01-01T00:00:00.000Z'
    expect((await service.vote('carl', id, { confirms: true, seenAt: tooEarly })).details).toMatchObject({
      confirmations: 2,
      expiresAt: '2026-11-21T15:20:00.000Z',
    })
    // The same once more, because the answer was lost.
    expect((await service.vote('ben', id, { confirms: true, seenAt })).details).toMatchObject({ confirmations: 2 })
  })

  test('two beside it who say it is gone end it; so does the reporter alone', async () => {
    const { id } = await report('anna', camera)
    later(1)
    await service.vote('ben', id, { confirms: false, nearness: near })
    expect(await shown(id)).not.toBeNull()
    expect((await service.vote('carl', id, { confirms: false, nearness: near })).details.confidence).toBe(0)
    expect(await shown(id)).toBeNull()
    const again = await report('anna', camera)
    expect(again.id).not.toBe(id)
    await service.vote('anna', again.id, { confirms: false })
    expect(await shown(again.id)).toBeNull()
  })

  test('of a new account is unconfirmed until somebody with a record confirms it, however many new ones do', async () => {
    const { id, details } = await report('newcomer', camera)
    expect(details).toMatchObject({ unconfirmed: true, confidence: 0.23 })
    const applauded = await service.vote('other-newcomer', id, { confirms: true, nearness: near })
    expect(applauded.details).toMatchObject({ unconfirmed: true, confirmations: 0 })
    expect((await service.vote('ben', id, { confirms: true })).details.unconfirmed).toBeUndefined()
    expect((await report('anna', { ...camera, poiType: 'Obstacle' })).details.unconfirmed).toBeUndefined()
  })

  test('what a vote weighs is kept, not how near the voter was', async () => {
    const { id } = await report('anna', camera)
    await service.vote('ben', id, { confirms: true, nearness: near })
    await service.vote('carl', id, { confirms: true, nearness: 'far' })
    const rows = await database.selectFrom('poi_votes').selectAll().orderBy('user_id').execute()
    expect(rows).toEqual([
      { poi_id: id, user_id: 'ben', confirms: true, at: clock.now(), weight: 0.5 },
      { poi_id: id, user_id: 'carl', confirms: true, at: clock.now(), weight: 0.025 },
    ])
  })

  test('a device that changed hands this week proves nothing', async () => {
    const { id } = await report('anna', camera)
    await database.updateTable('devices').set({ user_id: 'newcomer', registered_at: clock.now() }).execute()
    await service.vote('newcomer', id, { confirms: true, nearness: near })
    expect(await database.selectFrom('poi_votes').select('weight').execute()).toEqual([{ weight: 0.15 }])
  })

  test('the second denial of reports of the same person weighs half', async () => {
    for (const metres of [0, 900, 1_800]) {
      const { id } = await report('anna', { ...camera, ...destination(karlsruhe, metres, 0) })
      await service.vote('ben', id, { confirms: false, nearness: near })
    }
    const rows = await database.selectFrom('poi_votes').select('weight').orderBy('weight', 'desc').execute()
    expect(rows.map(({ weight }) => weight.toFixed(2))).toEqual(['0.50', '0.25', '0.17'])
  })

  test('votes of two at the same moment both count', async () => {
    const { id } = await report('anna', camera)
    later(1)
    await Promise.all(['ben', 'carl'].map((name) => service.vote(name, id, { confirms: false, nearness: near })))
    expect(await shown(id)).toBeNull()
    const standing = database.selectFrom('poi_reports').select(['denials', 'opposing'])
    expect(await standing.execute()).toEqual([{ denials: 2, opposing: 1 }])
  })

  test('every word makes what is shown of reports anew, and nothing else', async () => {
    const { id } = await report('anna', camera)
    const before = await pois.versions()
    await service.vote('ben', id, { confirms: false })
    const after = await pois.versions()
    expect(after.reports).not.toBe(before.reports)
    expect(after.pois).toBe(before.pois)
  })

  test('only the reporter corrects and removes it', async () => {
    const { id } = await report('anna', camera)
    expect(await refusal(service.correct('ben', id, { speed: 70 }))).toBe('FORBIDDEN')
    expect(await refusal(service.withdraw('ben', id))).toBe('FORBIDDEN')
    expect(await service.correct('anna', id, { speed: 70 })).toMatchObject({ speed: 70 })
    expect(await service.correct('anna', id, { speed: null, expiresAt: null })).toMatchObject({ speed: null })
    await service.withdraw('anna', id)
    expect(await shown(id)).toBeNull()
    expect(await refusal(service.vote('ben', id, { confirms: true }))).toBe('NOT_FOUND')
  })

  test('of road works that end at a known time holds until then, and its reporter can move that', async () => {
    const works: NewReport = {
      poiType: 'LongTermRoadwork',
      ...karlsruhe,
      expiresAt: '2026-12-24T12:00:00.000Z',
      consentVersion,
    }
    const { id, details } = await report('anna', works)
    expect(details.expiresAt).toBe(works.expiresAt)
    expect((await service.vote('ben', id, { confirms: true })).details.expiresAt).toBe(works.expiresAt)
    const moved = { expiresAt: '2026-12-01T12:00:00.000Z' }
    expect((await service.correct('anna', id, moved)).details).toMatchObject({ ...moved, confirmations: 1 })
    expect(await refusal(service.correct('anna', id, { expiresAt: '2026-11-20T12:00:00.000Z' }))).toBe(
      'VALIDATION_ERROR',
    )
    expect(await refusal(service.report('anna', { ...camera, ...moved }))).toBe('VALIDATION_ERROR')
  })

  test('an erased account leaves the report, but not who made it', async () => {
    const { id } = await report('anna', camera)
    await service.vote('ben', id, { confirms: true })
    await database.deleteFrom('users').execute()
    expect(await shown(id)).not.toBeNull()
    expect(await database.selectFrom('poi_reports').select('user_id').execute()).toEqual([{ user_id: null }])
    expect(await database.selectFrom('poi_votes').selectAll().execute()).toEqual([])
  })

  test('what has long been over is erased with the next report', async () => {
    await report('anna', camera)
    later((poiReportsLimits.forgottenHours + 4) * 60)
    await report('ben', { ...camera, ...destination(karlsruhe, 5000, 0) })
    expect(await database.selectFrom('poi_reports').select('user_id').execute()).toEqual([{ user_id: 'ben' }])
  })

  test('what others said to a word goes into the record when the report is erased, and makes later words heavier', async () => {
    const { id } = await report('anna', camera)
    later(5)
    await service.vote('ben', id, { confirms: true, nearness: near })
    await service.vote('newcomer', id, { confirms: false, nearness: near })
    later(5)
    await service.vote('carl', id, { confirms: true, nearness: near })
    later((poiReportsLimits.forgottenHours + 4) * 60)
    const next = await report('anna', { ...camera, ...destination(karlsruhe, 5000, 0) })
    expect(await database.selectFrom('poi_voters').selectAll().orderBy('user_id').execute()).toEqual([
      { user_id: 'anna', agreed: 1, disagreed: 0 },
      { user_id: 'ben', agreed: 1, disagreed: 0 },
      { user_id: 'newcomer', agreed: 0, disagreed: 1 },
    ])
    await service.vote('ben', next.id, { confirms: true, nearness: near })
    const [vote] = await database.selectFrom('poi_votes').select('weight').execute()
    expect(vote?.weight.toFixed(2)).toBe('0.67')
    await database.deleteFrom('users').execute()
    expect(await database.selectFrom('poi_voters').selectAll().execute()).toEqual([])
  })

  test('nothing is taken from where nobody rides', async () => {
    expect(await refusal(service.report('anna', { ...camera, latitude: 0, longitude: 0 }))).toBe('VALIDATION_ERROR')
    expect(await refusal(service.report('anna', camera))).toBe('no refusal')
  })

  describe('of sources', () => {
    const fill = (speed = 50, poiType: PoiType = 'SpeedControl') =>
      createPoisImport(database, randomId).replace(
        {
          source: 'test',
          attribution: '© Test',
          edition: speed,
          at: clock.now(),
          records: [poiRecord({ sourceId: 'node/1', ...karlsruhe, speed, poiType })],
        },
        async (queries) => {
          await queries
            .insertInto('feed_states')
            .values({ feed: 'test', last_attempt_at: clock.now(), edition: speed })
            .onConflict((conflict) => conflict.column('feed').doUpdateSet({ edition: speed }))
            .execute()
        },
      )
    const cameraOfSource = async () => {
      const [found] = await pois.search({ boxes: null, around: null, types: null, limit: 1, after: null }, clock.now())
      return found?.id ?? ''
    }
    const deny = (userId: string, id: string) => service.vote(userId, id, { confirms: false, nearness: near })

    test('what two beside it deny is doubted, for everybody, and stays', async () => {
      await fill()
      const id = await cameraOfSource()
      expect((await deny('ben', id)).details.doubted).toBeUndefined()
      expect((await deny('ben', id)).details.doubted).toBeUndefined()
      expect((await deny('carl', id)).details.doubted).toBe(true)
      const [seen] = await service.marked([(await shown(id)) ?? expect.fail('it stays')], 'anna')
      expect(seen?.details).toMatchObject({ doubted: true, source: 'test' })
      expect((await service.vote('carl', id, { confirms: true, nearness: near })).details.doubted).toBeUndefined()
    })

    test('is believed again once the source has corrected it', async () => {
      await fill(50)
      const id = await cameraOfSource()
      await Promise.all([deny('ben', id), deny('carl', id)])
      later(60)
      await fill(70)
      expect(await cameraOfSource()).toBe(id)
      expect(
        (await service.marked([(await shown(id)) ?? expect.fail('it stays')], 'anna'))[0]?.details,
      ).not.toHaveProperty('doubted')
    })

    test('nobody votes on statistics, and what was once said about them counts nowhere', async () => {
      await fill(50, 'AccidentHotspotMoto')
      const id = await cameraOfSource()
      expect(await refusal(deny('ben', id))).toBe('STATISTICS_NOT_VOTED')
      expect(await refusal(service.vote('ben', id, { confirms: true }))).toBe('STATISTICS_NOT_VOTED')
      for (const name of ['ben', 'carl']) {
        await doubts.doubt(id, name, { confirms: false, at: clock.now(), nearness: near }, clock.now())
      }
      expect(await service.doubtedAmong([id])).toEqual(new Set())
      const [seen] = await service.marked([(await shown(id)) ?? expect.fail('it stays')], 'anna')
      expect(seen?.details).not.toHaveProperty('doubted')
    })

    test('new accounts, however many, make nobody doubt it, and only reporters change anything', async () => {
      await fill()
      const id = await cameraOfSource()
      for (const name of ['newcomer', 'other-newcomer']) {
        expect((await deny(name, id)).details.doubted).toBeUndefined()
      }
      expect(await refusal(service.withdraw('ben', id))).toBe('FORBIDDEN')
      expect(await refusal(deny('ben', 'unknown'))).toBe('NOT_FOUND')
    })

    test('words are forgotten after their time, with what they are about, and with the account', async () => {
      const keptMs = voteServerLimits.doubtDays * dayMs
      await fill()
      const id = await cameraOfSource()
      await deny('ben', id)
      await deleteOld(database, new Date(clock.now().getTime() + keptMs - 1))
      expect(await database.selectFrom('poi_doubts').select('user_id').execute()).toEqual([{ user_id: 'ben' }])
      await deny('carl', id)
      await database.deleteFrom('users').where('id', '=', 'carl').execute()
      expect(await database.selectFrom('poi_doubts').select('user_id').execute()).toEqual([{ user_id: 'ben' }])
      await deleteOld(database, new Date(clock.now().getTime() + keptMs + 1))
      expect(await database.selectFrom('poi_doubts').select('user_id').execute()).toEqual([])
      await deny('ben', id)
      await database.deleteFrom('pois').execute()
      await deleteOld(database, longAgo)
      expect(await database.selectFrom('poi_doubts').select('user_id').execute()).toEqual([])
    })
  })

  describe('and consent', () => {
    const withoutConsent = { ...camera, consentVersion: undefined }
    const ledger = async () => {
      const rows = await database.selectFrom('consents').select(['user_id', 'given']).orderBy('id').execute()
      return rows.map(({ user_id, given }) => [user_id, given])
    }

    test('is needed for the first one, and written down once', async () => {
      expect(await refusal(service.report('anna', withoutConsent))).toBe('CONSENT_REQUIRED')
      expect(await ledger()).toEqual([])
      await report('anna', camera)
      await report('anna', { ...withoutConsent, ...destination(karlsruhe, 900, 0) })
      await report('anna', { ...camera, ...destination(karlsruhe, 1_800, 0) })
      expect(await ledger()).toEqual([['anna', true]])
    })

    test('to a text that is not today’s is refused', async () => {
      expect(await refusal(service.report('anna', { ...camera, consentVersion: 999 }))).toBe('CONSENT_TEXT_CHANGED')
      expect(await ledger()).toEqual([])
    })

    test('deletes all own reports when it is withdrawn, and no others, and is asked again', async () => {
      const { id } = await report('anna', camera)
      const { id: other } = await report('ben', { ...camera, ...destination(karlsruhe, 900, 0) })
      expect(await service.withdrawConsent('anna')).toEqual({ removed: 1 })
      expect(await service.withdrawConsent('anna')).toEqual({ removed: 0 })
      const listed = await database.selectFrom('activities').select(['user_id', 'kind']).execute()
      expect(listed).toEqual([{ user_id: 'anna', kind: 'reports-consent-withdrawn' }])
      expect(await shown(id)).toBeNull()
      expect(await shown(other)).not.toBeNull()
      expect(await ledger()).toEqual([
        ['anna', true],
        ['ben', true],
        ['anna', false],
      ])
      expect(await refusal(service.report('anna', withoutConsent))).toBe('CONSENT_REQUIRED')
    })
  })
})
