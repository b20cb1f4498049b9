import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { shareMail } from './share-mail.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession } from '#server/testing/rows.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createTrackingService, type TrackingService } from '#server/features/tracking/tracking.service.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { sharesLimits, sharesServerLimits } from '#contract/shares/shares-limits.ts'
import { createSharedDataStore } from './shared-data.store.ts'
import { createSharesStore } from './shares.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * minuteMs)
const imei = '350000000000001'
const deviceId = `device-${imei}`
const unmeasured = { accuracy: null, altitude: null, speed: null, course: null, flag: null }

describeOnBothDatabases('shares', (database, connection) => {
  const store = createSharesStore(database, noQueue)
  const data = createSharedDataStore(database)

  const add = (id: string, endsAt = minutes(60)) =>
    store.add(
      { id, userId: 'anna', deviceId, recipient: 'Versicherung', scopes: ['POSITIONS'], createdAt: now, endsAt },
      { sessionId: 'session-anna', tokenHash: hashOf(id), consentVersion: 1 },
    )
  const keep = (...measured: number[]) =>
    database.transaction().execute((transaction) =>
      keepPositions(
        transaction,
        measured.map((count) => ({
          deviceId,
          recordedAt: minutes(count),
          receivedAt: now,
          latitude: 49,
          longitude: 8,
          ...unmeasured,
        })),
      ),
    )
  const part = async (after: string, most = 10) => {
    const wanted = { deviceId, after, since: minutes(-1440 * 14), most }
    const read = await data.positions(wanted, { receivedUntil: now, measuredUntil: minutes(60) })
    return { ...read, times: read.rows.map(({ recordedAt }) => recordedAt) }
  }
  const at = (count: number) => minutes(count).toISOString()

  beforeEach(async () => {
    await putTracker(database, minutes(-60), { imei, owner: 'anna', mode: 'BOTH' })
    await insertSession(database, 'anna', now)
  })

  test('hand over positions in the order in which they were stored, whichever day they are of', async () => {
    await keep(-5)
    await keep(-2 * 1440, -10)
    await keep(-3)
    const first = await part('0', 2)
    expect([first.times[0], first.rows.length, first.more]).toEqual([at(-5), 2, true])
    const second = await part(first.last, 2)
    expect([second.times.at(-1), second.more]).toEqual([at(-3), false])
    expect(new Set([...first.times, ...second.times])).toEqual(new Set([-5, -2880, -10, -3].map(at)))
    expect((await part(second.last)).last).toBe(second.last)
  })

  test('are a few at a time, and one that has ended makes room', async () => {
    await add('ended', minutes(-1))
    for (let count = 0; count < sharesLimits.open; count += 1) expect(await add(`share-${count}`)).not.toBe('full')
    expect(await add('one more')).toBe('full')
  })

  test('are found by their token while they last', async () => {
    await add('share')
    expect(await store.byToken(hashOf('share'), now)).toEqual({ shareId: 'share', deviceId })
    expect(await store.byToken(hashOf('share'), minutes(60))).toBeNull()
    expect(await store.byToken(hashOf('other'), now)).toBeNull()
    await store.revoke('anna', 'share', now)
    expect(await store.byToken(hashOf('share'), now)).toBeNull()
    expect(await store.use({ shareId: 'share', deviceId }, now)).toBeNull()
  })

  describe('have a consent that', () => {
    let clock: TestClock
    let tracking: TrackingService
    beforeEach(async () => {
      clock = clockAt(at(-10))
      const positions = createPositionsStore(database)
      tracking = createTrackingService({ store: createTrackingStore(database), positions, clock })
      await tracking.disable(deviceId)
      await tracking.consent(deviceId, true)
      await tracking.enable(deviceId, 'BOTH')
    })
    const sharing = async () => {
      const rows = await database.selectFrom('consents').selectAll().orderBy('id').execute()
      return rows.filter(({ purpose }) => purpose === 'sharing').map(({ given, actor, at }) => [given, actor, at])
    }

    test('is withdrawn when the last one of the device is revoked', async () => {
      for (const id of ['one', 'other']) await add(id)
      await store.revoke('anna', 'one', minutes(1))
      expect(await sharing()).toHaveLength(2)
      for (const later of [2, 3]) await store.revoke('anna', 'other', minutes(later))
      expect((await sharing()).slice(2)).toEqual([[false, 'owner', minutes(2)]])
    })

    test('is withdrawn with the consent to tracking, once, and stays so when that is given again', async () => {
      for (const id of ['one', 'other']) await add(id)
      clock.advance(11 * minuteMs)
      await Promise.all([1, 2].map(() => tracking.withdraw(deviceId, false)))
      clock.advance(minuteMs)
      await tracking.consent(deviceId, true)
      await tracking.withdraw(deviceId, false)
      expect((await sharing()).slice(2)).toEqual([[false, 'owner', minutes(1)]])
    })

    test('stays given after an earlier withdrawal, and while tracking goes on for another purpose', async () => {
      await tracking.withdraw(deviceId, false)
      await tracking.consent(deviceId, true)
      await tracking.enable(deviceId, 'BOTH')
      await add('share')
      clock.advance(11 * minuteMs)
      await tracking.withdraw(deviceId, false, ['movement-profile'])
      await tracking.disable(deviceId)
      expect((await store.list('anna')).map(({ revokedAt }) => revokedAt)).toEqual([null])
      expect(await sharing()).toHaveLength(1)
    })
  })

  test('are listed until they are forgotten', async () => {
    await add('over', minutes(1))
    await add('open', minutes(3 * 1440))
    await deleteOld(database, new Date(now.getTime() + (1 + sharesServerLimits.endedDays) * dayMs))
    expect((await store.list('anna')).map(({ id }) => id)).toEqual(['open'])
  })

  test('are made with the e-mail about them, or neither is there', () => {
    const share = {
      id: 'share',
      userId: 'anna',
      deviceId,
      recipient: 'Versicherung',
      createdAt: now,
      endsAt: minutes(60),
    }
    const made = { sessionId: 'session-anna', tokenHash: hashOf('share'), consentVersion: 1 }
    return expectQueued(
      connection,
      (queue) => createSharesStore(database, queue).add({ ...share, scopes: ['POSITIONS'] }, made),
      [shareMail, { shareId: 'share' }],
    )
  })
})
