import { expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createLicencesStore } from './licences.store.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')

describeOnBothDatabases('licences', (database) => {
  const store = createLicencesStore(database, setLicence)
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

  test('and others that begin and end at the same times are always listed in the same order', async () => {
    await insertUser(database, 'a', now)
    const kinds = ['m', 'z', 'l'].map((id) => ({ id, key: `KEY-${id}`, type: 'PREMIUM' as const, days: 30, seats: 1 }))
    await store.issue(kinds, now)
    for (const { key: its } of kinds) await store.activate({ userId: 'a', key: its, deviceId: null, now })
    expect((await store.list('a')).map(({ id }) => id)).toEqual(['l', 'm', 'z'])
  })

  const key = (userId: string, deviceId: string | null = null, at = now) =>
    store.activate({ userId, key: 'KEY', deviceId, now: at })
  const release = (userId: string) => store.release({ userId, licenceId: 'l', now })
  const ofTwo = async () => {
    await threeDevices()
    await insertUser(database, 'b', now)
    await insertDevice(database, { id: 'others', userId: 'b', imei: '350000000000009' }, now)
  }
  const atTheEnd = new Date(now.getTime() + 30 * dayMs)

  test('belongs to one of two who activate its key at once', async () => {
    await ofTwo()
    await issue(1)
    const results = await Promise.all([key('a', 'd1'), key('b', 'others')])
    expect(results.filter((result) => 'refused' in result)).toEqual([{ refused: 'LICENSE_IN_USE' }])
    const lists = await Promise.all([store.list('a'), store.list('b')])
    expect(lists.flat().map(({ deviceCount }) => deviceCount)).toEqual([1])
  })

  test('that cannot be given to the named device stays nobody’s, and its days do not start', async () => {
    await ofTwo()
    await issue(1)
    expect(await key('a', 'others')).toEqual({ refused: 'FORBIDDEN' })
    expect(await store.list('a')).toEqual([])
    expect(await key('b', 'others', atTheEnd)).toMatchObject({ licence: { expiresAt: '2027-01-20T12:00:00.000Z' } })
  })

  test('can neither be activated nor given to a device from the instant of its end on', async () => {
    await threeDevices()
    await issue(1)
    await key('a')
    const aMomentBefore = new Date(atTheEnd.getTime() - 1)
    const give = (at: Date) =>
      store.assign({ userId: 'a', licenceId: 'l', deviceId: 'd1', fromDeviceId: null, now: at })
    expect(await give(aMomentBefore)).toMatchObject({ licence: { deviceCount: 1 } })
    expect(await give(atTheEnd)).toEqual({ refused: 'LICENSE_EXPIRED' })
    expect(await key('a', null, atTheEnd)).toEqual({ refused: 'LICENSE_EXPIRED' })
  })

  test('is unknown to everybody but its owner', async () => {
    await ofTwo()
    await issue(2)
    await key('a', 'd1')
    expect(await store.activate({ userId: 'a', key: 'OTHER', deviceId: null, now })).toEqual({
      refused: 'LICENSE_NOT_FOUND',
    })
    const take = { userId: 'b', licenceId: 'l', deviceId: 'others', fromDeviceId: null, now }
    expect(await store.assign(take)).toEqual({ refused: 'LICENSE_NOT_FOUND' })
    expect(await release('b')).toEqual({ refused: 'LICENSE_NOT_FOUND' })
    expect(await store.list('b')).toEqual([])
    expect(await store.list('a')).toMatchObject([{ devices: [{ id: 'd1' }] }])
  })

  test('leaves all of its devices when it is released, and can be given again', async () => {
    await threeDevices()
    await issue(2)
    await key('a', 'd1')
    await assign('d2')
    expect(await assign('d3')).toEqual({ refused: 'NO_SEAT_LEFT' })
    expect(await release('a')).toMatchObject({ licence: { deviceCount: 0, devices: [] } })
    expect(await assign('d3')).toMatchObject({ licence: { deviceCount: 1, devices: [{ id: 'd3' }] } })
  })

  test('of a device makes room for another one, which has the seat of the first no more', async () => {
    await threeDevices()
    await issue(1)
    await store.issue([{ id: 'm', key: 'SECOND', type: 'PREMIUM', days: 30, seats: 1 }], now)
    await key('a', 'd1')
    await store.activate({ userId: 'a', key: 'SECOND', deviceId: 'd1', now })
    expect(await store.list('a')).toMatchObject([
      { id: 'l', deviceCount: 0 },
      { id: 'm', devices: [{ id: 'd1' }] },
    ])
    expect(await assign('d2')).toMatchObject({ licence: { devices: [{ id: 'd2' }] } })
  })

  test('moves from a device once, however many want it from there at once', async () => {
    await threeDevices()
    await issue(1)
    await key('a', 'd1')
    const results = await Promise.all([assign('d2', 'd1'), assign('d3', 'd1')])
    // Not that no seat is left: there is one, but it is on another device by now.
    expect(results.filter((result) => 'refused' in result)).toEqual([{ refused: 'LICENSE_NOT_ON_DEVICE' }])
    expect(await store.list('a')).toMatchObject([{ deviceCount: 1 }])
  })
})
