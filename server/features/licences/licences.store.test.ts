import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createLicencesStore } from './licences.store.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')

describeOnBothDatabases('licences', (database) => {
  const store = createLicencesStore(database)
  const issue = (seats: number) => store.issue([{ id: 'l', key: 'KEY', type: 'ENTERPRISE', days: 30, seats }], now)
  const assign = (deviceId: string, fromDeviceId: string | null = null) =>
    store.assign({ userId: 'a', licenceId: 'l', deviceId, fromDeviceId, now })

  const threeDevices = async () => {
    await insertUser(database, 'a', now)
    for (const number of [1, 2, 3]) {
      await insertDevice(database, { id: `d${number}`, userId: 'a', imei: `35000000000000${number}` }, now)
    }
  }

  test('its days start with the first activation and do not start again', async () => {
    await insertUser(database, 'a', now)
    await issue(1)
    const activate = (at: Date) => store.activate({ userId: 'a', key: 'KEY', deviceId: null, now: at })
    expect(await activate(now)).toMatchObject({ licence: { expiresAt: '2026-12-21T12:00:00.000Z' } })
    const aDayLater = new Date('2026-11-22T12:00:00Z')
    expect(await activate(aDayLater)).toMatchObject({ licence: { expiresAt: '2026-12-21T12:00:00.000Z' } })
  })

  test('its seats hold when several devices want them at once', async () => {
    await threeDevices()
    await issue(2)
    await store.activate({ userId: 'a', key: 'KEY', deviceId: null, now })
    const results = await Promise.all(['d1', 'd2', 'd3'].map((id) => assign(id)))
    expect(results.filter((result) => 'refused' in result)).toEqual([{ refused: 'NO_SEAT_LEFT' }])
  })

  test('a move that fails leaves the licence where it was', async () => {
    await threeDevices()
    await insertUser(database, 'b', now)
    await insertDevice(database, { id: 'others', userId: 'b', imei: '350000000000009' }, now)
    await issue(2)
    await store.activate({ userId: 'a', key: 'KEY', deviceId: 'd1', now })
    expect(await assign('others', 'd1')).toEqual({ refused: 'FORBIDDEN' })
    expect(await assign('d3', 'd2')).toEqual({ refused: 'LICENSE_NOT_ON_DEVICE' })
    expect(await store.list('a')).toMatchObject([{ devices: [{ id: 'd1' }] }])
    expect(await assign('d3', 'd1')).toMatchObject({ licence: { devices: [{ id: 'd3' }] } })
  })
})
