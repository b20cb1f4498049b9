import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { up } from '#server/db/migrations/0116_position_ends.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createPositionsStore } from './positions.store.ts'

const start = new Date('2026-11-23T12:00:00Z')
const later = new Date(start.getTime() + minuteMs)
const imei = '350000000000001'
const deviceId = `device-${imei}`

describeOnBothDatabases('until when less is kept of positions than was reported', (database) => {
  beforeEach(() => putTracker(database, start, { imei, mode: 'THEFT' }))
  const ends = () => database.selectFrom('position_ends').selectAll().executeTakeFirst()
  const before = async () => {
    const { rows } = await sql`select positions_deleted_until, trace_reduced_until from tracking_settings`.execute(
      database,
    )
    return rows[0]
  }
  const deletion = (until: Date) => createPositionsStore(database).noteDeletion(deviceId, until, start)

  test('a deletion of earlier positions takes nothing back, and none is noted of a device that is gone', async () => {
    await deletion(later)
    await deletion(start)
    expect(await ends()).toMatchObject({ deleted_until: later })
    await createPositionsStore(database).noteDeletion('gone', later, start)
    expect(await database.selectFrom('position_ends').select('device_id').execute()).toEqual([{ device_id: deviceId }])
  })

  test('is known to the version before as well, whichever of the two notes it', async () => {
    await deletion(start)
    expect(await before()).toEqual({ positions_deleted_until: start, trace_reduced_until: null })
    await sql`update tracking_settings set trace_reduced_until = ${later}`.execute(database)
    expect(await ends()).toEqual({ device_id: deviceId, deleted_until: start, reduced_until: later })
    await database.updateTable('position_ends').set({ reduced_until: null }).execute()
    expect(await before()).toEqual({ positions_deleted_until: start, trace_reduced_until: null })
    await database.deleteFrom('position_ends').execute()
    await sql`update tracking_settings set positions_deleted_until = ${later}`.execute(database)
    expect(await ends()).toEqual({ device_id: deviceId, deleted_until: later, reduced_until: null })
  })

  test('is known after the upgrade as it was before', async () => {
    await deletion(start)
    const undone = new Error('undone')
    let carried: unknown
    const upgrade = database.transaction().execute(async (transaction) => {
      await sql`drop table position_ends`.execute(transaction)
      await sql`drop trigger position_ends_of_settings on tracking_settings`.execute(transaction)
      await sql`drop function position_ends_of_settings, position_ends_to_settings`.execute(transaction)
      await up(transaction.withTables<never>())
      carried = await transaction.selectFrom('position_ends').selectAll().executeTakeFirst()
      throw undone
    })
    await expect(upgrade).rejects.toBe(undone)
    expect(carried).toEqual({ device_id: deviceId, deleted_until: start, reduced_until: null })
  })
})
