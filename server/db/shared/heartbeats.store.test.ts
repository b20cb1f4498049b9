import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendHeartbeats, readRoleHeartbeats } from './heartbeats.ts'
import { describeOnPostgres } from '#server/db/testing/databases.ts'

describeOnPostgres('signs of life of processes', (database) => {
  const signs = async (id: string, ...roles: ('api' | 'jobs' | 'gateway')[]) => {
    const stop = await sendHeartbeats(database, { id, roles, version: '1.0.0' })
    await stop()
  }
  const silentFor = (id: string, interval: string) =>
    sql`update process_signs set seen_at = now() - ${interval}::interval where process_id = ${id}`.execute(database)

  test('the processes of each role are counted, and the last one that is gone is missed', async () => {
    await signs('one', 'api', 'gateway')
    await signs('two', 'gateway')
    await signs('three', 'jobs')
    await silentFor('one', '3 minutes')
    const found = await readRoleHeartbeats(database)
    expect(found.map(({ role, running }) => [role, running])).toEqual([
      ['api', 0],
      ['gateway', 1],
      ['jobs', 1],
    ])
    expect(found[0]?.secondsAgo).toBeGreaterThanOrEqual(180)
  })

  test('a process that was started anew with other roles has only these', async () => {
    await signs('one', 'jobs', 'gateway')
    await signs('one', 'jobs')
    expect((await readRoleHeartbeats(database)).map(({ role }) => role)).toEqual(['jobs'])
  })

  test('a role that nobody has had for a week is forgotten', async () => {
    await signs('one', 'gateway')
    await silentFor('one', '8 days')
    expect(await readRoleHeartbeats(database)).toEqual([])
    await signs('two', 'api')
    expect(await database.selectFrom('process_signs').select('process_id').execute()).toEqual([{ process_id: 'two' }])
  })
})
