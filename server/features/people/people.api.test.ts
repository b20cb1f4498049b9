import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { activity } from '#contract/activity/activity.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { people } from '#contract/people/people.ts'
import { isAtLeast, type PersonRole } from '#contract/people/vehicle-role.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { send } from '#server/testing/client.ts'
import { turnTrackingOn } from '#server/testing/gateway-product.ts'
import { patience } from '#server/testing/patience.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { type Ids, idsIn, sampleOf } from '#server/testing/sample.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let invited: Record<PersonRole, Person>

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  invited = { DRIVER: await becomeCustomer(product), WATCHER: await becomeCustomer(product) }
}, 60_000)
afterAll(() => product.close())

const call = (person: Person, method: string, path: string, body?: unknown) =>
  callAs(product, person, method, path, body)
const path = () => `/api/people/${owner.deviceId}`
const entry = (email: string, role: PersonRole = 'DRIVER') => ({ name: 'Anna', email, role })
const listOf = (body: unknown) => z.object({ data: people.list.reply }).parse(body).data.people
const vehiclesOf = async (person: Person) =>
  z.object({ data: people.vehicles.reply }).parse((await call(person, 'GET', '/api/people/vehicles')).body).data
    .vehicles
const activitiesOf = async (person: Person) =>
  z.object({ data: activity.list.reply }).parse((await call(person, 'GET', '/api/activity')).body).data.entries

async function invite(person: Person, role: PersonRole = 'DRIVER'): Promise<string> {
  expect((await call(owner, 'POST', path(), entry(person.email, role))).status).toBe(201)
  // The e-mail of an earlier invitation is there still.
  return vi.waitFor(async () => {
    const email = await product.mail.emailTo(person.email, /zu einem Fahrzeug eingeladen/)
    const token = linkIn(email).searchParams.get('token') ?? ''
    expect(known).not.toContain(token)
    known.add(token)
    return token
  }, patience)
}
const known = new Set<string>()
const accept = (person: Person, token: string) => call(person, 'POST', people.accept.path, { token })

test('somebody is invited, accepts with the account of that address, sees the vehicle, and is removed', async () => {
  const { DRIVER: driver, WATCHER: other } = invited
  await call(owner, 'PUT', `/api/devices/${owner.deviceId}`, { deviceName: 'Gewonnen!', usageType: 'AUTO' })
  const token = await invite(driver)
  const { text, subject } = await product.mail.emailTo(driver.email, /zu einem Fahrzeug eingeladen/)
  expect(`${subject} ${text}`).not.toContain('Gewonnen')
  const { text: toOwner } = await product.mail.emailTo(owner.email, /eingeladen/)
  expect(toOwner).toContain(driver.email)
  // Both learn who chooses what is sent.
  expect(text).toContain('wählen Sie selbst')
  expect(toOwner).toContain('wählt die Person selbst')

  expect((await accept(other, token)).body).toMatchObject({
    error: { code: 'PERSON_INVITATION_FOREIGN', message: expect.stringContaining('andere E-Mail-Adresse') },
  })
  expect((await accept(driver, `${token}x`)).code).toBe('PERSON_INVITATION_OVER')
  expect((await accept(driver, token)).body).toMatchObject({ data: { ownerEmail: owner.email, role: 'DRIVER' } })
  expect((await accept(driver, token)).code).toBe('PERSON_INVITATION_USED')
  expect(await vehiclesOf(driver)).toMatchObject([{ deviceId: owner.deviceId, deviceName: 'Gewonnen!' }])
  expect(await vehiclesOf(owner)).toEqual([])

  const look = async () => (await call(driver, 'GET', `/api/tracking/latest/${owner.deviceId}`)).status
  expect([await look(), await look()]).toEqual([200, 200])
  const log = await activitiesOf(owner)
  expect(log.map(({ kind, detail }) => `${kind} ${detail}`).slice(0, 3)).toEqual([
    'person-looked Anna',
    'person-accepted Anna',
    'person-invited Anna',
  ])
  expect(JSON.stringify(log)).not.toContain(driver.email)

  const [listed] = listOf((await call(owner, 'GET', path())).body)
  expect(listed).toMatchObject({ name: 'Anna', email: driver.email, state: 'ACCEPTED' })
  expect(listOf((await call(owner, 'DELETE', `${path()}/${listed?.id}`)).body)).toEqual([])
  expect((await call(driver, 'GET', `/api/tracking/latest/${owner.deviceId}`)).status).toBe(403)
  expect(await vehiclesOf(driver)).toEqual([])
})

test('without tracking a driver sees no position, though the last one is stored', async () => {
  await turnTrackingOn(product, owner, 'BOTH')
  await send(product.url, 'POST', `/api/devices/${owner.deviceId}/position`, {
    headers: { 'x-device-key': owner.deviceSecret },
    body: { latitude: 49.5, longitude: 8.25 },
  })
  const driver = invited.DRIVER
  await accept(driver, await invite(driver))
  const seenBy = async (person: Person) => (await call(person, 'GET', `/api/tracking/latest/${owner.deviceId}`)).body
  expect(await seenBy(driver)).toMatchObject({ data: { position: { latitude: 49.5 } } })
  await call(owner, 'POST', '/api/tracking/disable', { deviceId: owner.deviceId })
  expect(await seenBy(driver)).toMatchObject({ data: { position: null } })
  expect(await seenBy(owner)).toMatchObject({ data: { position: { latitude: 49.5 } } })
  const [listed] = listOf((await call(owner, 'GET', path())).body)
  await call(owner, 'DELETE', `${path()}/${listed?.id}`)
})

test('an owner cannot invite themselves, nobody twice, and until no day that is over', async () => {
  const fieldsOf = async (body: object) => (await call(owner, 'POST', path(), body)).body
  expect(await fieldsOf(entry(owner.email.toUpperCase()))).toMatchObject({
    error: { code: 'VALIDATION_ERROR', fields: { email: expect.stringContaining('eigene Adresse') } },
  })
  const over = '2026-01-01T00:00:00.000Z'
  expect(await fieldsOf({ ...entry('late@example.org'), endsAt: over })).toMatchObject({
    error: { fields: { endsAt: expect.stringContaining('Zukunft') } },
  })
  const far = '9999-12-31T23:59:59-14:00'
  expect(await fieldsOf({ ...entry('far@example.org'), endsAt: far })).toMatchObject({
    error: { fields: { endsAt: expect.stringContaining('365 Tage') } },
  })
  expect((await call(owner, 'POST', path(), entry('twice@example.org'))).status).toBe(201)
  expect((await call(owner, 'POST', path(), entry('TWICE@example.org'))).code).toBe('PERSON_KNOWN')
  const [listed] = listOf((await call(owner, 'GET', path())).body)
  await call(owner, 'DELETE', `${path()}/${listed?.id}`)
})

describe('a role opens what its endpoint says, and nothing else:', () => {
  let ids: Ids

  beforeAll(async () => {
    ids = { DeviceId: owner.deviceId, Imei: owner.imei, UserId: owner.userId }
    const at = new Date(0)
    for (const role of ['DRIVER', 'WATCHER'] as const) {
      const { userId, email } = invited[role]
      await product.operator
        .insertInto('vehicle_people')
        .values({
          id: `person-${role}`,
          device_id: owner.deviceId,
          user_id: userId,
          name: role,
          email,
          role,
          token_hash: Buffer.from(role),
          invited_at: at,
          invitation_ends_at: at,
          accepted_at: at,
          ends_at: null,
        })
        .execute()
    }
  })

  /** Leaving ends the role: it is asked last. */
  const ofDevices = endpoints.filter(
    (endpoint) =>
      endpoint.access !== 'public' &&
      endpoint !== people.leave &&
      [endpoint.params, endpoint.query, endpoint.body].flatMap(idsIn).some((id) => id === 'DeviceId' || id === 'Imei'),
  )
  const table = ofDevices.flatMap((endpoint) =>
    (['DRIVER', 'WATCHER'] as const).map((role) => ({
      role,
      endpoint,
      name: `${endpoint.method} ${endpoint.path}`,
      isOpen: isOpenTo(endpoint, role),
    })),
  )

  test.each(table.filter(({ isOpen }) => !isOpen))('no $role calls $name', async ({ endpoint, role }) => {
    const answer = await callWith(endpoint, ids, invited[role])
    expect([403, 404], `${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status)
    if (endpoint.owns !== undefined) expect(answer.code).toBe('FORBIDDEN')
  })

  test.each(table.filter(({ isOpen }) => isOpen))('a $role may call $name', async ({ endpoint, role }) => {
    expect((await callWith(endpoint, ids, invited[role])).status).not.toBe(403)
  })

  test('each chooses what they are sent, what is fixed for its owner too, and its owner sees whom nothing reaches', async () => {
    const wish = (person: Person, topic: string, channel: string) =>
      call(person, 'PUT', `/api/messages/wishes/${owner.deviceId}`, { topic, channel, wanted: false })
    for (const person of [invited.WATCHER, invited.DRIVER])
      expect((await wish(person, 'HELP', 'EMAIL')).status).toBe(200)
    const refused = { error: { code: 'VALIDATION_ERROR', fields: { channel: 'Das lässt sich nicht ändern.' } } }
    expect((await wish(owner, 'THEFT', 'EMAIL')).body).toMatchObject(refused)
    expect((await wish(invited.WATCHER, 'THEFT', 'PHONE')).body).toMatchObject(refused)
    expect((await wish(invited.WATCHER, 'WEATHER', 'EMAIL')).body).toMatchObject(refused)
    const untold = listOf((await call(owner, 'GET', path())).body).map(({ name, untold }) => [name, untold])
    expect(untold).toEqual(
      expect.arrayContaining([
        ['DRIVER', ['HELP']],
        ['WATCHER', ['HELP']],
      ]),
    )
    const kinds = (await activitiesOf(owner)).map(({ kind }) => kind)
    expect(kinds).not.toContain('alarm-message-declined')
  })

  test('a driver pauses the alarm for a ride, and not otherwise', async () => {
    const pause = (body: object) => call(invited.DRIVER, 'POST', `/api/alarms/${owner.deviceId}/pause`, body)
    const until = '2999-01-01T00:00:00.000Z'
    for (const wish of ['OPEN', 'SHORT', 'LONG']) expect((await pause({ pause: wish })).code).toBe('DRIVER_RIDES_ONLY')
    expect((await pause({ pause: 'UNTIL', until })).code).toBe('DRIVER_RIDES_ONLY')
    expect((await pause({ pause: 'RIDE' })).code).toBe('NOT_GUARDED')
  })

  test('whose time is over, and who has left, may nothing more', async () => {
    const alarms = (person: Person) => call(person, 'GET', `/api/alarms/${owner.deviceId}`)
    expect((await alarms(invited.WATCHER)).status).toBe(200)
    const roles = product.operator.updateTable('vehicle_people').set({ ends_at: new Date(0) })
    await roles.where('user_id', '=', invited.WATCHER.userId).execute()
    expect((await alarms(invited.WATCHER)).status).toBe(403)
    const leave = () => call(invited.DRIVER, 'DELETE', `/api/people/vehicles/${owner.deviceId}`)
    expect([(await leave()).status, (await leave()).status]).toEqual([200, 403])
    expect((await alarms(invited.DRIVER)).status).toBe(403)
    expect((await call(owner, 'DELETE', `/api/people/vehicles/${owner.deviceId}`)).status).toBe(404)
  })
})

function isOpenTo({ owns }: Endpoint, role: PersonRole): boolean {
  return owns !== undefined && 'by' in owns && isAtLeast(role, owns.by)
}

/** Calls an endpoint with input that its schemas accept. */
function callWith(endpoint: Endpoint, ids: Ids, person: Person) {
  const textsOf = (schema: Endpoint['params']) =>
    Object.entries((schema && sampleOf(schema, ids)) ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
  const filled = textsOf(endpoint.params).reduce((to, [name, value]) => to.replace(`:${name}`, value), endpoint.path)
  const search = new URLSearchParams(textsOf(endpoint.query)).toString()
  return send(product.url, endpoint.method, search === '' ? filled : `${filled}?${search}`, {
    token: person.token,
    ...(endpoint.body && { body: sampleOf(endpoint.body, ids) }),
  })
}
