import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { activityLimits } from '#contract/activity/activity-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { recordActivity, recordForOwner } from '#server/db/shared/activity-log.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { createActivityStore } from './activity.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

describeOnBothDatabases('the list of what happened in an account', (database) => {
  const store = createActivityStore(database)
  const signIn = (userId: string, at = now, detail = 'Firefox auf Linux') =>
    recordActivity(database, { userId, actor: 'owner', kind: 'signed-in', detail, at })
  const all = async (userId: string) => (await store.page(userId, { before: null, now })).entries

  test('comes in pages, newest first, each entry once, and only one’s own', async () => {
    await insertUser(database, 'anna', now)
    await insertUser(database, 'bert', now)
    const count = 2 * activityLimits.pageRows + 1
    for (let number = 1; number <= count; number += 1) await signIn('anna', now, `${number}`)
    await signIn('bert')
    const details: (string | null)[] = []
    let before: string | null = null
    let pages = 0
    do {
      const page: Awaited<ReturnType<typeof store.page>> = await store.page('anna', { before, now })
      details.push(...page.entries.map(({ detail }) => detail))
      before = page.next
      pages += 1
    } while (before !== null)
    expect(pages).toBe(3)
    expect(details).toEqual(Array.from({ length: count }, (_, index) => `${count - index}`))
  })

  test('keeps the name that a device had, also when it is gone', async () => {
    await insertUser(database, 'anna', now)
    await insertDevice(database, { id: 'd', userId: 'anna', imei: '350000000000001' }, now)
    await database.updateTable('devices').set({ name: 'Schwalbe' }).execute()
    await recordForOwner(database, { deviceId: 'd', actor: 'owner', kind: 'device-removed', at: now })
    await database.deleteFrom('devices').execute()
    expect(await all('anna')).toMatchObject([{ kind: 'device-removed', deviceId: 'd', deviceName: 'Schwalbe' }])
  })

  test('is append-only: no entry can be changed', async () => {
    await insertUser(database, 'anna', now)
    await signIn('anna')
    await expect(database.updateTable('activities').set({ detail: 'other' }).execute()).rejects.toThrow('append-only')
    expect(await all('anna')).toMatchObject([{ detail: 'Firefox auf Linux' }])
  })

  test('looks back 90 days, and nothing older is kept', async () => {
    await insertUser(database, 'anna', now)
    for (const days of [91, 89]) await signIn('anna', daysAgo(days), `${days}`)
    expect(await all('anna')).toMatchObject([{ detail: '89' }])
    await deleteOld(database, now)
    expect(await database.selectFrom('activities').select('detail').execute()).toEqual([{ detail: '89' }])
  })

  test('goes with the account', async () => {
    await insertUser(database, 'anna', now)
    await signIn('anna')
    await database.deleteFrom('users').execute()
    expect(await database.selectFrom('activities').selectAll().execute()).toEqual([])
  })

  test('is not kept for the demo account, which strangers share, nor for an account that is gone', async () => {
    await insertUser(database, 'demo', now)
    await sql`update users set demo = true`.execute(database)
    await signIn('demo')
    await signIn('nobody')
    expect(await database.selectFrom('activities').selectAll().execute()).toEqual([])
  })

  test('is there only if what happened is', async () => {
    await insertUser(database, 'anna', now)
    const failed = database.transaction().execute(async (transaction) => {
      await recordActivity(transaction, { userId: 'anna', actor: 'owner', kind: 'password-changed', at: now })
      throw new Error('it did not happen')
    })
    await expect(failed).rejects.toThrow('it did not happen')
    expect(await all('anna')).toEqual([])
  })
})
