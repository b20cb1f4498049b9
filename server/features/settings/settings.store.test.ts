import { expect, test } from 'vitest'
import { deliveredLed, deliveredSettings } from '#domain/settings/settings.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createSettingsStore } from './settings.store.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')

describeOnBothDatabases('settings', (database) => {
  const store = createSettingsStore(database)

  test('a change names the version it changes, and of many at once one succeeds', async () => {
    await insertUser(database, 'a', now)
    const change = (version: number) => store.changeOfUser('a', deliveredSettings(), version, now)
    expect((await Promise.all([change(0), change(0), change(0)])).filter(Boolean)).toHaveLength(1)
    expect(await change(0)).toBe(false)
    expect(await change(1)).toBe(true)
    expect(await change(1)).toBe(false)
    expect(await store.ofUser('a')).toEqual({
      settings: deliveredSettings(),
      version: 2,
      updatedAt: now.toISOString(),
    })
  })

  test('a device applies only versions that exist', async () => {
    await insertUser(database, 'a', now)
    await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, now)
    expect(await store.noteApplied('d', 1, now)).toBe(false)
    await store.changeOfDevice('d', { settings: deliveredSettings(), led: deliveredLed() }, 0, now)
    expect(await store.noteApplied('d', 2, now)).toBe(false)
    expect(await store.noteApplied('d', 1, now)).toBe(true)
    expect(await store.ofDevice('d')).toMatchObject({ version: 1, appliedVersion: 1, appliedAt: now })
  })
})
