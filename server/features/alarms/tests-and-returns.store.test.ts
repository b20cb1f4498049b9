import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { up } from '#server/db/migrations/0115_tests_and_returns.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const start = new Date('2026-11-23T12:00:00Z')
const later = new Date(start.getTime() + minuteMs)

describeOnBothDatabases('beside the version before, which reads columns of devices and accounts', (database) => {
  beforeEach(async () => {
    await insertUser(database, 'a', start)
    await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, start)
  })
  const returns = () => database.selectFrom('alarm_email_returns').selectAll().execute()
  const tests = () => database.selectFrom('alarm_tests').selectAll().execute()
  const before = async () => {
    const { rows } = await sql`
      select email_returned_at, alarm_tested_at from users join devices on user_id = users.id`.execute(database)
    return rows[0]
  }

  test('an e-mail that came back is known to both, whichever notes it, newly or as over', async () => {
    await sql`update users set email_returned_at = ${start}`.execute(database)
    expect(await returns()).toEqual([{ user_id: 'a', returned_at: start }])
    await database.updateTable('alarm_email_returns').set({ returned_at: later }).execute()
    expect(await before()).toMatchObject({ email_returned_at: later })
    await database.deleteFrom('alarm_email_returns').execute()
    expect(await before()).toMatchObject({ email_returned_at: null })
    await database.insertInto('alarm_email_returns').values({ user_id: 'a', returned_at: start }).execute()
    expect(await before()).toMatchObject({ email_returned_at: start })
    await sql`update users set email_returned_at = null`.execute(database)
    expect(await returns()).toEqual([])
  })

  test('the first test of an alarm is known to both, whichever notes it', async () => {
    await database.insertInto('alarm_tests').values({ device_id: 'd', tested_at: start }).execute()
    expect(await before()).toMatchObject({ alarm_tested_at: start })
    await database.deleteFrom('devices').execute()
    expect(await tests()).toEqual([])
    await insertDevice(database, { id: 'e', userId: 'a', imei: '350000000000001' }, start)
    await sql`update devices set alarm_tested_at = ${start} where alarm_tested_at is null`.execute(database)
    expect(await tests()).toEqual([{ device_id: 'e', tested_at: start }])
  })

  test('what was known before the upgrade is known afterwards', async () => {
    await sql`update users set email_returned_at = ${start}`.execute(database)
    await sql`update devices set alarm_tested_at = ${later}`.execute(database)
    const undone = new Error('undone')
    const carried: unknown[] = []
    const upgrade = database.transaction().execute(async (transaction) => {
      await sql`drop table alarm_email_returns, alarm_tests`.execute(transaction)
      await sql`drop trigger alarm_test_of_device on devices`.execute(transaction)
      await sql`drop trigger email_return_of_user on users`.execute(transaction)
      await sql`
        drop function alarm_test_of_device, alarm_test_to_device, email_return_of_user, email_return_to_user`.execute(
        transaction,
      )
      await up(transaction.withTables<never>())
      carried.push(
        await transaction.selectFrom('alarm_email_returns').selectAll().executeTakeFirst(),
        await transaction.selectFrom('alarm_tests').selectAll().executeTakeFirst(),
      )
      throw undone
    })
    await expect(upgrade).rejects.toBe(undone)
    expect(carried).toEqual([
      { user_id: 'a', returned_at: start },
      { device_id: 'd', tested_at: later },
    ])
  })
})
