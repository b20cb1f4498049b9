import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { problems } from '#contract/base/problem.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, sell } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

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

const added = z.object({ data: z.object({ device: z.object({ id: z.string(), deviceName: z.string() }) }) })
async function addDevice(person: Person, deviceName: string | null = null) {
  const answer = await call(person, 'POST', '/api/devices/register-imei', { imei: await newImei(), deviceName })
  return added.parse(answer.body).data.device
}

const offer = (giver: Person, email: string) =>
  call(giver, 'POST', '/api/device-registration/transfer', { deviceId: giver.deviceId, email })
const offeredTo = async (email: string) =>
  linkIn(await product.mail.emailTo(email, /Gerät angeboten/)).searchParams.get('token')
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

describe('the order of devices', () => {
  test('is the owner’s own for devices, their vehicles and their settings; what was registered last stays that', async () => {
    const person = await becomeCustomer(product)
    const { id: roller } = await addDevice(person, 'Roller')
    const { id: last } = await addDevice(person, 'Wohnmobil')
    const deviceIds = [last, person.deviceId, roller]
    const put = await call(person, 'PUT', '/api/devices/order', { deviceIds })
    expect(put.status).toBe(200)
    const idsOf = async (path: string, key: 'id' | 'deviceId') => {
      const { data } = z
        .object({ data: z.array(z.record(z.string(), z.unknown())) })
        .parse((await call(person, 'GET', path)).body)
      return data.map((one) => one[key])
    }
    expect(await idsOf('/api/devices', 'id')).toEqual(deviceIds)
    expect(await idsOf('/api/vehicle-states', 'deviceId')).toEqual(deviceIds)
    await call(person, 'PUT', '/api/devices/order', { deviceIds: [last, roller] })
    const newest = await call(person, 'GET', `/api/device-registration/active/${person.userId}`)
    expect(newest.body).toMatchObject({ data: { device: { id: last } } })
  })

  test.each([
    ['none', () => []],
    ['one twice', (id: string) => [id, id]],
    ['too many', () => Array.from({ length: devicesLimits.mostInOrder + 1 }, (_, index) => `device-${index}`)],
  ])('that names %s is refused', async (_name, named) => {
    const person = await becomeCustomer(product)
    const refused = await call(person, 'PUT', '/api/devices/order', { deviceIds: named(person.deviceId) })
    expect(outcome(refused)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('a device', () => {
  test('is added with a name, or with its model as name', async () => {
    const person = await becomeCustomer(product)
    expect((await addDevice(person, '  Roller ')).deviceName).toBe('Roller')
    expect((await addDevice(person)).deviceName).toBe('Testgerät')
  })

  test('that is added is reported to the owner of the account by e-mail, also the first one', async () => {
    const person = await becomeCustomer(product)
    expect((await product.mail.emailTo(person.email, /„Testgerät“ gehört jetzt/)).text).toContain('/devicesandlicenses')
    await addDevice(person, 'Roller')
    expect((await product.mail.emailTo(person.email, /„Roller“ gehört jetzt/)).text).toContain('Waren Sie das nicht?')
  })

  test('is added from an IMEI pasted with blanks and dashes', async () => {
    const person = await becomeCustomer(product)
    const imei = await newImei()
    const pasted = `${imei.slice(0, 6)}-${imei.slice(6, 12)} ${imei.slice(12)}`
    expect((await call(person, 'POST', '/api/devices/register-imei', { imei: pasted })).status).toBe(201)
  })

  test('with a claim code is added only with it; a try without it counts, and is answered like an unknown IMEI', async () => {
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

  test('is refused if its IMEI is malformed, unknown or taken', async () => {
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
    const renamed = await call(person, 'PUT', path, { deviceName: 'Enduro', usageType: 'AUTO' })
    expect(renamed.body).toMatchObject({
      data: { device: { ...change, notes: null, deviceName: 'Enduro', usageType: 'AUTO' } },
    })
    const parted = await call(person, 'PUT', path, { deviceName: 'Enduro', usageType: 'AUTO', vehiclePlate: null })
    expect(parted.body).toMatchObject({ data: { device: { vehicleBrand: 'BMW', vehiclePlate: null } } })
    const longModel = { deviceName: 'Enduro', usageType: 'AUTO', vehicleModel: 'x'.repeat(97) }
    expect((await call(person, 'PUT', path, longModel)).body).toMatchObject({
      error: { fields: { vehicleModel: 'Das Fahrzeug darf höchstens 100 Zeichen lang sein' } },
    })
    for (const missing of ['deviceName', 'usageType']) {
      const body = { ...change, [missing]: undefined }
      expect(outcome(await call(person, 'PUT', path, body))).toEqual([400, 'VALIDATION_ERROR'])
    }
    const longest = {
      deviceName: devicesLimits.nameLength,
      vehicleBrand: devicesLimits.vehicleLength,
      vehicleModel: devicesLimits.vehicleLength,
      vehiclePlate: devicesLimits.plateLength,
      notes: devicesLimits.notesLength,
    }
    for (const [field, length] of Object.entries(longest)) {
      const alone = { ...change, vehicleBrand: null, vehicleModel: null }
      const long = { [field]: '🏍'.repeat(length / 2) }
      expect((await call(person, 'PUT', path, { ...alone, ...long })).status).toBe(200)
      expect((await call(person, 'GET', path)).body).toMatchObject({ data: { device: long } })
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

    // Only the e-mail shows whether there is an account.
    const before = await devicesOfGiver()
    const toNobody = await offer(giver, 'niemand@example.org')
    const ofNobody = await offeredTo('niemand@example.org')
    expect(outcome(await accept(ofNobody))).toEqual([404, 'RECIPIENT_NOT_FOUND'])
    const toSomebody = await offer(giver, receiver.email)
    expect([toSomebody.status, toSomebody.text]).toEqual([toNobody.status, toNobody.text])
    expect(await devicesOfGiver()).toBe(before)
    expect(outcome(await offer(giver, giver.email))).toEqual([400, 'VALIDATION_ERROR'])

    // A later offer replaces the one before, and an offer can be accepted once.
    expect(outcome(await accept(ofNobody))).toEqual([410, 'OFFER_OVER'])
    const token = await offeredTo(receiver.email)
    expect((await accept(token)).body).toMatchObject({ data: { deviceModel: expect.any(String) } })
    expect(outcome(await accept(token))).toEqual([410, 'OFFER_OVER'])
    expect((await product.mail.emailTo(giver.email, /ist übergeben/)).text).toContain('gehört jetzt')
    expect((await call(giver, 'GET', '/api/devices')).body).toMatchObject({ data: [] })
    const list = await call(receiver, 'GET', '/api/devices')
    expect(list.text).toContain(giver.imei)
    expect(list.text).not.toContain(giver.deviceId)
    expect(list.text).not.toContain('Nachbarn')
  })

  test('that is accepted twice and removed at once leaves its owner once, and is gone for the other calls', async () => {
    const [giver, receiver] = [await becomeCustomer(product), await becomeCustomer(product)]
    await offer(giver, receiver.email)
    const token = await offeredTo(receiver.email)
    const answers = await Promise.all([accept(token), accept(token), remove(giver)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404 || status === 410)).toHaveLength(2)
  })

  test('that its owner misses is neither removed, nor offered, nor handed over by an offer of before', async () => {
    const [giver, receiver] = [await becomeCustomer(product), await becomeCustomer(product)]
    await offer(giver, receiver.email)
    const token = await offeredTo(receiver.email)
    const say = (state: string) => call(giver, 'POST', `/api/dossier/${giver.deviceId}/state`, { state })
    await say('STOLEN')
    expect(outcome(await remove(giver))).toEqual([409, 'VEHICLE_MISSED'])
    expect(outcome(await offer(giver, 'niemand@example.org'))).toEqual([409, 'VEHICLE_MISSED'])
    expect(outcome(await accept(token))).toEqual([409, 'OFFER_RESTS'])
    await say('RECOVERED')
    expect((await accept(token)).status).toBe(200)
  })

  test('that is offered while it is removed is gone, and both answers say so', async () => {
    const giver = await becomeCustomer(product)
    const answers = await Promise.all([
      offer(giver, 'niemand@example.org'),
      remove(giver),
      offer(giver, 'a@example.org'),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect((await offer(giver, 'a@example.org')).status).toBe(404)
  })

  test('that is offered shows its owner the address, until the offer is withdrawn and its link ends', async () => {
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

  test('is offered ten times a day at most, so that nobody can send many e-mails to strangers', async () => {
    const giver = await becomeCustomer(product)
    for (let sent = 0; sent < devicesLimits.offersPerDay; sent++) {
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
