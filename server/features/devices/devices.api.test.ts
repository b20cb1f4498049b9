import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import { problems } from '#contract/problem.ts'
import { licencesIssue } from '#server/commands/licences-issue.ts'
import { clockFrom } from '#server/clock.ts'
import { type Answer, send } from '#server/testing/client.ts'
import { becomeCustomer, type Person, sell } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let imeis = 0

beforeAll(async () => {
  product = await startTestProduct()
}, 60_000)
afterAll(() => product.close())

const outcome = (answer: Answer) => [answer.status, answer.code]
const call = (person: Person, method: string, path: string, body?: unknown) =>
  send(product.url, method, path, { token: person.token, ...(body !== undefined && { body }) })

const newImei = async () => {
  imeis += 1
  const imei = String(860_000_000_000_000 + imeis)
  await sell(product, { imei })
  return imei
}

const added = z.object({ data: z.object({ device: z.object({ id: z.string(), deviceName: z.string() }) }) })
async function addDevice(person: Person, deviceName: string | null = null) {
  const answer = await call(person, 'POST', '/api/devices/register-imei', { imei: await newImei(), deviceName })
  return added.parse(answer.body).data.device
}

const offer = (giver: Person, email: string) =>
  call(giver, 'POST', '/api/device-registration/transfer', { deviceId: giver.deviceId, email })
const offeredTo = async (email: string) =>
  linkIn(await product.mail.letterTo(email, /Gerät angeboten/)).searchParams.get('token')
const accept = (token: string | null) =>
  send(product.url, 'POST', '/api/device-registration/accept', { body: { token } })
const remove = (person: Person) => call(person, 'DELETE', `/api/devices/${person.deviceId}`)

const change = {
  deviceName: 'Reiseenduro',
  usageType: 'MOTORRAD',
  vehicleBrand: 'BMW',
  vehicleModel: 'R 1250 GS',
  vehiclePlate: 'KA-WW 1',
  notes: '',
}

describe('a device', () => {
  test('is added with a name, or with its model as name', async () => {
    const person = await becomeCustomer(product)
    expect((await addDevice(person, '  Roller ')).deviceName).toBe('Roller')
    expect((await addDevice(person)).deviceName).toBe('Testgerät')
  })

  test('that is added is told to the owner of the account by e-mail, the first one, too', async () => {
    const person = await becomeCustomer(product)
    expect((await product.mail.letterTo(person.email, /„Testgerät“ gehört jetzt/)).text).toContain(
      '/devicesandlicenses',
    )
    await addDevice(person, 'Roller')
    expect((await product.mail.letterTo(person.email, /„Roller“ gehört jetzt/)).text).toContain('Waren Sie das nicht?')
  })

  test('is added from an IMEI pasted with blanks and dashes', async () => {
    const person = await becomeCustomer(product)
    const imei = await newImei()
    const pasted = `${imei.slice(0, 6)}-${imei.slice(6, 12)} ${imei.slice(12)}`
    expect((await call(person, 'POST', '/api/devices/register-imei', { imei: pasted })).status).toBe(201)
  })

  test('with a claim code is added with it alone; without it the answer is that for an unknown IMEI, and counts', async () => {
    const person = await becomeCustomer(product)
    const imei = '860000000099001'
    await sell(product, { imei, claimCode: '7KQ2-M4TX' })
    const add = (body: object) => call(person, 'POST', '/api/devices/register-imei', body)
    const unknown = await add({ imei: '860000000099999' })
    for (const claimCode of [undefined, '', 'FALSCH-99', 'x'.repeat(100)])
      expect((await add({ imei, claimCode })).text).toBe(unknown.text)
    expect(outcome(await add({ imei, claimCode: '7KQ2-M4TX' }))).toEqual([429, 'RATE_LIMITED'])

    const other = await becomeCustomer(product)
    const path = '/api/device-registration/register'
    const request = { imei, userId: other.userId }
    expect(outcome(await call(other, 'POST', path, request))).toEqual([404, 'IMEI_NOT_AVAILABLE'])
    expect((await call(other, 'POST', path, { ...request, claimCode: '7kq2 m4tx' })).status).toBe(201)
  })

  test('is refused by a wrong form, an unknown IMEI, a taken one', async () => {
    const person = await becomeCustomer(product)
    const other = await becomeCustomer(product)
    const add = async (imei: string) => outcome(await call(person, 'POST', '/api/devices/register-imei', { imei }))
    expect(await add('12345')).toEqual([400, 'INVALID_IMEI_FORMAT'])
    expect(await add('000000000000001')).toEqual([404, 'IMEI_NOT_AVAILABLE'])
    expect(await add(other.imei)).toEqual([409, 'IMEI_ALREADY_ASSIGNED'])
    expect(await add(person.imei)).toEqual([409, 'IMEI_ALREADY_ASSIGNED'])
  })

  test('is refused beyond five, and after five tries in an hour', async () => {
    const person = await becomeCustomer(product)
    for (let count = 0; count < 4; count += 1) await addDevice(person)
    const sixth = await call(person, 'POST', '/api/devices/register-imei', { imei: await newImei() })
    expect(outcome(sixth)).toEqual([409, 'DEVICE_LIMIT_REACHED'])
    const tooOften = await call(person, 'POST', '/api/devices/register-imei', { imei: await newImei() })
    expect(outcome(tooOften)).toEqual([429, 'RATE_LIMITED'])
    const { message } = problems.RATE_LIMITED
    expect(tooOften.body).toMatchObject({ error: { message, retryAfter: expect.any(Number) } })
    const overview = await call(person, 'GET', '/api/devices/status-overview')
    expect(overview.body).toMatchObject({ data: { totalDevices: 5, licensedDevices: 1, maxDevices: 5 } })
  })

  test('is changed by its owner within the limits of each field, and blank texts become nothing', async () => {
    const person = await becomeCustomer(product)
    const path = `/api/devices/${person.deviceId}`
    const changed = await call(person, 'PUT', path, change)
    expect(changed.body).toMatchObject({ data: { device: { deviceName: 'Reiseenduro', notes: null } } })
    const longest = { deviceName: 100, vehicleBrand: 100, vehicleModel: 100, vehiclePlate: 20, notes: 1000 }
    for (const [field, length] of Object.entries(longest)) {
      const alone = { ...change, vehicleBrand: null, vehicleModel: null }
      expect((await call(person, 'PUT', path, { ...alone, [field]: '🏍'.repeat(length / 2) })).status).toBe(200)
      const tooLong = await call(person, 'PUT', path, { ...alone, [field]: 'x'.repeat(length + 1) })
      expect(tooLong.body).toMatchObject({
        error: { code: 'VALIDATION_ERROR', fields: { [field]: expect.any(String) } },
      })
    }
    expect(outcome(await call(person, 'PUT', path, { ...change, deviceName: ' ' }))).toEqual([400, 'VALIDATION_ERROR'])
    const vehicle = (model: number) => ({ ...change, vehicleBrand: 'x'.repeat(60), vehicleModel: 'x'.repeat(model) })
    expect((await call(person, 'PUT', path, vehicle(39))).status).toBe(200)
    expect((await call(person, 'PUT', path, vehicle(40))).body).toMatchObject({
      error: { fields: { vehicleModel: 'Das Fahrzeug darf höchstens 100 Zeichen lang sein' } },
    })
  })

  test('is removed with its settings, and its IMEI and licence are free again', async () => {
    const person = await becomeCustomer(product)
    expect((await call(person, 'DELETE', `/api/devices/${person.deviceId}`)).status).toBe(200)
    expect((await call(person, 'GET', '/api/devices')).body).toMatchObject({ data: [] })
    expect((await call(person, 'GET', '/api/devices/available-licenses')).body).toMatchObject({
      data: [{ licenseType: 'START', deviceCount: 0 }],
    })
    const other = await becomeCustomer(product)
    expect((await call(other, 'POST', '/api/devices/register-imei', { imei: person.imei })).status).toBe(201)
  })

  test('is handed over under a new id, without its past', async () => {
    const [giver, receiver] = [await becomeCustomer(product), await becomeCustomer(product)]
    await call(giver, 'PUT', `/api/devices/${giver.deviceId}`, { ...change, notes: 'Ersatzschlüssel beim Nachbarn' })
    const devicesOfGiver = async () =>
      (await call(giver, 'GET', '/api/devices')).text.replace(/"offer":(null|\{[^}]*\})/, '')

    // Whether there is an account is told to its mailbox alone.
    const before = await devicesOfGiver()
    const toNobody = await offer(giver, 'niemand@example.org')
    const ofNobody = await offeredTo('niemand@example.org')
    expect(outcome(await accept(ofNobody))).toEqual([404, 'RECIPIENT_NOT_FOUND'])
    const toSomebody = await offer(giver, receiver.email)
    expect([toSomebody.status, toSomebody.text]).toEqual([toNobody.status, toNobody.text])
    expect(await devicesOfGiver()).toBe(before)
    expect(outcome(await offer(giver, giver.email))).toEqual([400, 'VALIDATION_ERROR'])

    // A later offer replaces the one before; one is accepted once.
    expect(outcome(await accept(ofNobody))).toEqual([410, 'OFFER_OVER'])
    const token = await offeredTo(receiver.email)
    expect((await accept(token)).body).toMatchObject({ data: { deviceModel: expect.any(String) } })
    expect(outcome(await accept(token))).toEqual([410, 'OFFER_OVER'])
    expect((await product.mail.letterTo(giver.email, /ist übergeben/)).text).toContain('gehört jetzt')
    expect((await call(giver, 'GET', '/api/devices')).body).toMatchObject({ data: [] })
    const list = await call(receiver, 'GET', '/api/devices')
    expect(list.text).toContain(giver.imei)
    expect(list.text).not.toContain(giver.deviceId)
    expect(list.text).not.toContain('Nachbarn')
  })

  test('that is accepted twice at once, and removed, is lost once and gone for the others', async () => {
    const [giver, receiver] = [await becomeCustomer(product), await becomeCustomer(product)]
    await offer(giver, receiver.email)
    const token = await offeredTo(receiver.email)
    const answers = await Promise.all([accept(token), accept(token), remove(giver)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404 || status === 410)).toHaveLength(2)
  })

  test('that is offered while it is removed is gone, for both in words', async () => {
    const giver = await becomeCustomer(product)
    const answers = await Promise.all([
      offer(giver, 'niemand@example.org'),
      remove(giver),
      offer(giver, 'a@example.org'),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect((await offer(giver, 'a@example.org')).status).toBe(404)
  })

  test('that is offered says to its owner to whom, until the offer is withdrawn and its link over', async () => {
    const [giver, receiver] = [await becomeCustomer(product), await becomeCustomer(product)]
    const shown = async () => (await call(giver, 'GET', `/api/devices/${giver.deviceId}`)).body
    expect(await shown()).toMatchObject({ data: { device: { offer: null } } })
    await offer(giver, receiver.email)
    const token = await offeredTo(receiver.email)
    expect(await shown()).toMatchObject({ data: { device: { offer: { email: receiver.email } } } })
    const withdraw = (person: Person) => call(person, 'DELETE', `/api/device-registration/transfer/${giver.deviceId}`)
    expect(outcome(await withdraw(receiver))).toEqual([403, 'FORBIDDEN'])
    expect([(await withdraw(giver)).status, (await withdraw(giver)).status]).toEqual([200, 200])
    expect(await shown()).toMatchObject({ data: { device: { offer: null } } })
    expect(outcome(await accept(token))).toEqual([410, 'OFFER_OVER'])
  })

  test('is offered ten times a day at most: nobody sends e-mails to strangers in a loop', async () => {
    const giver = await becomeCustomer(product)
    for (let sent = 0; sent < limits.devices.offersPerDay; sent++) {
      expect((await offer(giver, `fremd-${sent}@example.org`)).status).toBe(200)
    }
    expect(outcome(await offer(giver, 'noch-jemand@example.org'))).toEqual([429, 'RATE_LIMITED'])
  })
})

test('the active registration is the newest device, and 404 when there is none', async () => {
  const person = await becomeCustomer(product)
  const device = await addDevice(person, 'Neu')
  const path = `/api/device-registration/active/${person.userId}`
  expect((await call(person, 'GET', path)).body).toMatchObject({ data: { device: { id: device.id } } })
  for (const id of [device.id, person.deviceId]) await call(person, 'DELETE', `/api/devices/${id}`)
  expect(outcome(await call(person, 'GET', path))).toEqual([404, 'NOT_FOUND'])
})

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
