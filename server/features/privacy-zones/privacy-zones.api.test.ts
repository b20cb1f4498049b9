import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { privacyZone } from '#contract/privacy-zones/privacy-zones.ts'
import { trackFormats } from '#contract/history/history.ts'
import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const home = { name: 'Zuhause', latitude: 49.0069, longitude: 8.4037, radiusMetres: 100 }

const made = z.object({ data: privacyZone })
const listed = z.object({ data: z.object({ zones: z.array(privacyZone) }) })

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
  await call('POST', '/api/tracking/consent', { deviceId: owner.deviceId, consentGiven: true })
  await call('POST', '/api/tracking/enable', { deviceId: owner.deviceId, trackingMode: 'BOTH' })
}, 60_000)
afterAll(() => product.close())
beforeEach(async () => {
  await product.operator.deleteFrom('privacy_zones').execute()
  await call('DELETE', `/api/tracking/history/${owner.deviceId}`)
  await product.operator.deleteFrom('position_ends').execute()
})

const call = (method: string, path: string, body?: unknown) => callAs(product, owner, method, path, body)
const create = async (entry: unknown = home) => made.parse((await call('POST', '/api/privacy-zones', entry)).body).data
const zones = async () => listed.parse((await call('GET', '/api/privacy-zones')).body).data.zones
const at = (minutes: number) => new Date(clockFrom(product.settings.CLOCK).now().getTime() + minutes * minuteMs)

async function standAt(metres: number, minutes: number): Promise<void> {
  const recordedAt = at(minutes).toISOString()
  const body = { ...destination(home, metres, 90), recordedAt }
  expect((await call('POST', `/api/devices/${owner.deviceId}/position`, body)).status).toBe(201)
}

const download = (format: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ start: at(-60).toISOString(), end: at(1).toISOString(), ...more })
  return call('GET', `/api/tracking/export/${format}/${owner.deviceId}?${query}`)
}

describe('zones', () => {
  test('are made, changed and removed, and never say what is cut out around them', async () => {
    const zone = await create()
    expect(await zones()).toEqual([zone])
    const changed = { ...home, name: 'Daheim', radiusMetres: 500 }
    const answer = await call('PUT', `/api/privacy-zones/${zone.id}`, changed)
    expect(answer.body).toEqual({ success: true, data: { id: zone.id, ...changed } })
    expect((await call('GET', '/api/privacy-zones')).text).not.toMatch(/shift/i)
    expect((await call('DELETE', `/api/privacy-zones/${zone.id}`)).status).toBe(200)
    expect(outcome(await call('DELETE', `/api/privacy-zones/${zone.id}`))).toEqual([404, 'NOT_FOUND'])
    expect(await zones()).toEqual([])
  })

  test('keep what a change does not name', async () => {
    const { id } = await create()
    const path = `/api/privacy-zones/${id}`
    await call('PUT', path, { name: 'Daheim' })
    expect(await zones()).toEqual([{ id, ...home, name: 'Daheim' }])
    await call('PUT', path, { radiusMetres: 500 })
    expect(await zones()).toEqual([{ id, ...home, name: 'Daheim', radiusMetres: 500 }])
    expect(outcome(await call('PUT', path, { radiusMetres: 99 }))).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([
    ['no name', { name: '  ' }],
    ['a name in two lines', { name: 'a\nb' }],
    ['a radius of 99 metres', { radiusMetres: 99 }],
    ['a radius of 1001 metres', { radiusMetres: 1001 }],
    ['a radius between metres', { radiusMetres: 100.5 }],
    ['a latitude of 91', { latitude: 91 }],
  ])('with %s are refused with the field', async (_what, wrong) => {
    const answer = await call('POST', '/api/privacy-zones', { ...home, ...wrong })
    expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.body).toMatchObject({ error: { fields: { [Object.keys(wrong)[0] ?? '']: expect.any(String) } } })
    expect(await zones()).toEqual([])
  })

  test('end at five', async () => {
    for (let count = 0; count < privacyZonesLimits.most; count += 1) await create()
    expect(outcome(await call('POST', '/api/privacy-zones', home))).toEqual([409, 'PRIVACY_ZONE_LIMIT'])
  })

  test('of others can neither be changed nor removed: they are not there', async () => {
    const { id } = await create()
    for (const [method, body] of [['PUT', home], ['DELETE']] as const) {
      const answer = await callAs(product, stranger, method, `/api/privacy-zones/${id}`, body)
      expect(outcome(answer)).toEqual([404, 'NOT_FOUND'])
    }
    expect(await zones()).toHaveLength(1)
  })
})

describe('a download', () => {
  const without = { without: 'privacy-zones' }

  test.each(trackFormats)('as %s leaves out what lies in a zone only where that is chosen', async (format) => {
    await create()
    await standAt(0, -30)
    await standAt(5000, -29)
    const [hidden, shown] = [format === 'csv' ? '8,4037' : '8.4037', format === 'csv' ? '8,472' : '8.472']
    const cut = await download(format, without)
    expect(cut.text).toContain(shown)
    expect(cut.text).not.toContain(hidden)
    const whole = await download(format)
    expect(whole.text).toContain(shown)
    expect(whole.text).toContain(hidden)
  })

  test('draws no line through a zone', async () => {
    await create()
    for (const [metres, minutes] of [
      [5000, -30],
      [0, -29],
      [4000, -28],
    ] as const)
      await standAt(metres, minutes)
    expect((await download('gpx')).text.match(/<trkseg>/g)).toHaveLength(1)
    expect((await download('gpx', without)).text.match(/<trkseg>/g)).toHaveLength(2)
  })

  test('of nothing but a zone is no file', async () => {
    await create()
    await standAt(0, -30)
    expect((await download('gpx', without)).status).toBe(204)
    expect((await download('gpx')).status).toBe(200)
  })

  test('without something else is refused', async () => {
    expect(outcome(await download('gpx', { without: 'everything' }))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

test('the police get the place of the theft, also within a zone', async () => {
  await create()
  await standAt(0, -30)
  const dossier = `/api/dossier/${owner.deviceId}`
  await call('POST', `${dossier}/state`, { state: 'STOLEN', since: at(-40).toISOString() })
  const { url } = z
    .object({ data: z.object({ url: z.string() }) })
    .parse((await call('POST', `${dossier}/links`, { term: 'DAY' })).body).data
  const shared = await callAs(product, { ...owner, token: new URL(url).hash.slice(1) }, 'GET', '/api/dossier/shared')
  expect(shared.body).toMatchObject({ data: { track: [{ latitude: home.latitude, longitude: home.longitude }] } })
})
