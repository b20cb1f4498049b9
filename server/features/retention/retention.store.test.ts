import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { accountDeletionServerLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import { activityLimits } from '#contract/activity/activity-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'
import { deleteOld } from './retention.store.ts'

const now = new Date('2026-11-21T02:37:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

describeOnBothDatabases('what is deleted at night', (database) => {
  beforeEach(async () => {
    await insertUser(database, 'anna', now)
    for (const days of [activityLimits.keptDays + 1, activityLimits.keptDays - 1]) await happened(daysAgo(days), days)
  })

  test('is what is older than its register says, and nothing else', async () => {
    await deleteOld(database, now)
    expect(await left()).toEqual([`${activityLimits.keptDays - 1}`])
  })

  test('are deletions that were ended or never confirmed long ago, and none that is confirmed', async () => {
    const long = daysAgo(accountDeletionServerLimits.rememberedDays + 1)
    await asked('ended', { asked_at: long, confirmed_at: long, ended_at: long })
    await asked('never confirmed', { asked_at: long, confirmed_at: null, ended_at: null })
    await asked('just ended', { asked_at: long, confirmed_at: long, ended_at: daysAgo(1) })
    await deleteOld(database, now)
    const rows = await database.selectFrom('account_deletions').select('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['just ended'])
  })

  test('are offers of devices that nobody accepted in time, and none that holds', async () => {
    const offers = [
      { device_id: 'offered long ago', imei: '350000000000001', expires_at: daysAgo(1) },
      { device_id: 'offered', imei: '350000000000002', expires_at: daysAgo(-1) },
    ]
    for (const { imei, ...offer } of offers) {
      await insertDevice(database, { id: offer.device_id, userId: 'anna', imei }, now)
      await database
        .insertInto('device_offers')
        .values({ ...offer, email: 'bert@example.org', token_hash: null })
        .execute()
    }
    await deleteOld(database, now)
    const rows = await database.selectFrom('device_offers').select('device_id').execute()
    expect(rows).toEqual([{ device_id: 'offered' }])
  })

  test('does not stop at a table of which nothing can be deleted, and the failure is told', async () => {
    await sql`alter table dossier_links rename to dossier_links_elsewhere`.execute(database)
    try {
      await expect(deleteOld(database, now)).rejects.toThrow('not everything that is old could be deleted')
    } finally {
      await sql`alter table dossier_links_elsewhere rename to dossier_links`.execute(database)
    }
    expect(await left()).toEqual([`${activityLimits.keptDays - 1}`])
  })

  const happened = (at: Date, detail: number) =>
    database
      .insertInto('activities')
      .values({
        user_id: 'anna',
        at,
        actor: 'owner',
        kind: 'signed-in',
        device_id: null,
        device_name: null,
        detail: `${detail}`,
      })
      .execute()

  const asked = (id: string, times: { asked_at: Date; confirmed_at: Date | null; ended_at: Date | null }) =>
    database
      .insertInto('account_deletions')
      .values({ id, user_id: 'anna', by_support: false, accepts_theft_loss: false, ...times })
      .execute()

  async function left(): Promise<(string | null)[]> {
    const rows = await database.selectFrom('activities').select('detail').orderBy('id').execute()
    return rows.map(({ detail }) => detail)
  }
})
