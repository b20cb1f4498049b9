import { expect, test } from 'vitest'
import { migrations } from './migrate.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { noteTolerated, notTolerated } from './tolerated-migrations.ts'

describeOnBothDatabases('migrations that earlier versions tolerate', (database) => {
  const up = async () => undefined
  const known =
    (...names: string[]) =>
    (name: string) =>
      names.includes(name)

  test('what only adds is tolerated by every version that looks, what takes away by those that no longer read it', async () => {
    await noteTolerated(database, {
      '0087_log_keys': { up },
      '0095_adds': { up },
      '0096_takes_away': { up, toleratedSince: '0095_adds' },
      '0097_alone': { up, toleratedSince: null },
    })
    const newer = ['0096_takes_away', '0097_alone', '0098_of_elsewhere']
    const first = known('0093_processes_and_tolerated_migrations')
    expect(await notTolerated(database, ['0095_adds'], first)).toEqual([])
    expect(await notTolerated(database, ['0095_adds', ...newer], first)).toEqual(newer)
    expect(await notTolerated(database, newer, known('0095_adds'))).toEqual(['0097_alone', '0098_of_elsewhere'])
  })

  test('a version that lacks migrations of lower numbers, which landed later, goes on beside them', async () => {
    const landedLater = ['0088_weekend_accidents', '0090_closures', '0094_room_in_alarm_guards']
    await noteTolerated(database, migrations)
    const first = known('0087_log_keys', '0093_processes_and_tolerated_migrations')
    expect(await notTolerated(database, landedLater, first)).toEqual([])
    expect(await notTolerated(database, landedLater, known('0087_log_keys'))).toEqual(landedLater)
  })
})
