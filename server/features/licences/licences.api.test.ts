import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { statusOverview } from '#contract/devices/devices.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { licencesIssue } from '#server/commands/devices/licences-issue.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, sell } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let imeis = 0

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

const call = (person: Person, method: string, path: string, body?: unknown) =>
  callAs(product, person, method, path, body)

const newImei = async () => {
  imeis += 1
  const imei = String(860_000_000_000_000 + imeis)
  await sell(product, { imei })
  return imei
}

const overviewReply = z.object({ data: statusOverview })
const added = z.object({ data: z.object({ device: z.object({ id: z.string(), deviceName: z.string() }) }) })
async function addDevice(person: Person) {
  const answer = await call(person, 'POST', '/api/devices/register-imei', { imei: await newImei(), deviceName: null })
  return added.parse(answer.body).data.device
}

describe('a licence', () => {
  const issued = z.object({ keys: z.array(z.string()) })
  const issue = async (type: string, days = '30') => {
    const context = { database: product.operator, clock: clockFrom(), settings: product.settings, say: () => undefined }
    const { keys } = issued.parse(await licencesIssue.run(context, ['--type', type, '--days', days]))
    return keys[0] ?? ''
  }
  const licence = z.object({ data: z.object({ licence: z.object({ id: z.string() }) }) })
  const activate = async (person: Person, licenseKey: string, deviceId?: string) =>
    call(person, 'POST', '/api/devices/activate-license', { licenseKey, ...(deviceId && { deviceId }) })

  test('is activated by its key, however it is typed, and used by the named device', async () => {
    const person = await becomeCustomer(product)
    const device = await addDevice(person)
    const key = await issue('PREMIUM')
    const answer = await activate(person, ` ${key.toLowerCase()} `, device.id)
    expect(answer.body).toMatchObject({
      data: { licence: { licenseType: 'PREMIUM', deviceCount: 1, devices: [{ id: device.id }] } },
    })
    const shown = await call(person, 'GET', `/api/devices/${device.id}`)
    expect(shown.body).toMatchObject({ data: { device: { hasActiveLicense: true } } })
  })

  test("is refused when unknown, somebody else's, or without a free seat", async () => {
    const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
    expect(outcome(await activate(person, 'WW-NONE'))).toEqual([404, 'LICENSE_NOT_FOUND'])
    const key = await issue('STANDARD')
    expect((await activate(person, key, person.deviceId)).status).toBe(200)
    expect(outcome(await activate(other, key))).toEqual([409, 'LICENSE_IN_USE'])
    const device = await addDevice(person)
    expect(outcome(await activate(person, key, device.id))).toEqual([409, 'NO_SEAT_LEFT'])
  })

  test('is not activated when the device named with it is not the own', async () => {
    const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
    const key = await issue('PREMIUM')
    expect(outcome(await activate(person, key, other.deviceId))).toEqual([403, 'FORBIDDEN'])
    expect((await activate(other, key)).status).toBe(200)
  })

  test('moves between devices and is released', async () => {
    const person = await becomeCustomer(product)
    const device = await addDevice(person)
    const { id } = licence.parse((await activate(person, await issue('PREMIUM'), person.deviceId)).body).data.licence
    const move = { licenseId: id, fromDeviceId: person.deviceId, toDeviceId: device.id }
    expect((await call(person, 'POST', '/api/devices/transfer-license', move)).status).toBe(200)
    expect(outcome(await call(person, 'POST', '/api/devices/transfer-license', move))).toEqual([
      409,
      'LICENSE_NOT_ON_DEVICE',
    ])
    const without = await call(person, 'GET', '/api/devices/list/available')
    expect(without.body).toMatchObject({ data: [{ id: person.deviceId }] })
    const released = await call(person, 'POST', `/api/devices/licenses/${id}/release`)
    expect(released.body).toMatchObject({ data: { licence: { deviceCount: 0 } } })
    const overview = await call(person, 'GET', '/api/devices/licenses/overview')
    expect(overview.body).toMatchObject({ data: { total: 2, active: 1, expiring: 1, expired: 0 } })
  })

  test('is assigned to a device, which the overview counts as licensed from then on', async () => {
    const person = await becomeCustomer(product)
    const device = await addDevice(person)
    await product.operator
      .updateTable('device_inventory')
      .set({ last_active_at: new Date() })
      .where('imei', '=', person.imei)
      .execute()
    const overview = () => call(person, 'GET', '/api/devices/status-overview')
    const before = { totalDevices: 2, onlineDevices: 1, licensedDevices: 1, devicesWithPosition: 0, maxDevices: 5 }
    expect((await overview()).body).toMatchObject({ data: before })
    const { id } = licence.parse((await activate(person, await issue('PREMIUM'))).body).data.licence
    const assigned = await call(person, 'POST', '/api/devices/assign-device', { licenseId: id, deviceId: device.id })
    expect(assigned.body).toMatchObject({ data: { licence: { id, deviceCount: 1, devices: [{ id: device.id }] } } })
    expect((await overview()).body).toMatchObject({ data: { ...before, licensedDevices: 2 } })
  })

  test('is counted by the overview until it ends, and a device as long as it reports and a position of it is kept', async () => {
    const person = await becomeCustomer(product)
    const { token, deviceId, imei } = person
    const now = clockFrom(product.settings.CLOCK).now().getTime()
    const counted = async () => {
      const { body } = await call(person, 'GET', '/api/devices/status-overview')
      const { onlineDevices, licensedDevices, devicesWithPosition } = overviewReply.parse(body).data
      return [onlineDevices, licensedDevices, devicesWithPosition]
    }
    expect(await counted()).toEqual([0, 1, 0])

    await call(person, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
    await call(person, 'POST', '/api/tracking/enable', { deviceId, trackingMode: 'MOVEMENT' })
    const position = { latitude: 49.0069, longitude: 8.4037, recordedAt: new Date(now).toISOString() }
    const reported = await send(product.url, 'POST', `/api/devices/${deviceId}/position`, { token, body: position })
    expect(reported.body).toMatchObject({ data: { stored: true } })
    expect(await counted()).toEqual([1, 1, 1])

    const agoMs = (devicesLimits.onlineMinutes + 1) * minuteMs
    const silentSince = { last_active_at: new Date(now - agoMs) }
    await product.operator.updateTable('device_inventory').set(silentSince).where('imei', '=', imei).execute()
    expect(await counted()).toEqual([0, 1, 1])
    const ended = { expires_at: new Date(now) }
    await product.operator.updateTable('licences').set(ended).where('user_id', '=', person.userId).execute()
    expect(await counted()).toEqual([0, 0, 1])
    const gone = await call(person, 'DELETE', `/api/devices/${deviceId}`)
    expect([gone.status, await counted()]).toEqual([200, [0, 0, 0]])
  })

  test('that has run out can neither be activated nor assigned', async () => {
    const person = await becomeCustomer(product)
    const key = await issue('PREMIUM')
    const { id } = licence.parse((await activate(person, key)).body).data.licence
    await product.operator
      .updateTable('licences')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    const assign = { licenseId: id, deviceId: person.deviceId }
    expect(outcome(await call(person, 'POST', '/api/devices/assign-device', assign))).toEqual([409, 'LICENSE_EXPIRED'])
    expect(outcome(await activate(person, key))).toEqual([409, 'LICENSE_EXPIRED'])
  })
})
