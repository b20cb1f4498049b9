import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import { guardZone } from '#contract/guard-zones/guard-zones.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }
const home = {
  name: 'Zuhause',
  latitude: 49.0069,
  longitude: 8.4037,
  radiusMetres: 150,
  sharpness: 'SHARPER',
  schedule: night,
}

const made = z.object({ data: guardZone })
const listed = z.object({ data: z.object({ zones: z.array(guardZone) }) })

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
}, 60_000)
afterAll(() => product.close())
beforeEach(() => product.operator.deleteFrom('guard_zones').execute())

const call = (method: string, path: string, body?: unknown) => callAs(product, owner, method, path, body)
const create = async (entry: unknown = home) => made.parse((await call('POST', '/api/guard-zones', entry)).body).data
const zones = async () => listed.parse((await call('GET', '/api/guard-zones')).body).data.zones

describe('zones where the alarm watches differently', () => {
  test('are made, listed, changed and removed', async () => {
    const zone = await create()
    expect(await zones()).toEqual([zone])
    const changed = { ...home, name: 'Arbeit', sharpness: 'QUIETER', schedule: null }
    const answer = await call('PUT', `/api/guard-zones/${zone.id}`, changed)
    expect(answer.body).toEqual({ success: true, data: { id: zone.id, ...changed } })
    expect((await call('DELETE', `/api/guard-zones/${zone.id}`)).status).toBe(200)
    expect(outcome(await call('DELETE', `/api/guard-zones/${zone.id}`))).toEqual([404, 'NOT_FOUND'])
    expect(await zones()).toEqual([])
  })

  test('keep what a change does not name; a schedule of null is none', async () => {
    const { id } = await create()
    const path = `/api/guard-zones/${id}`
    await call('PUT', path, { name: 'Arbeit' })
    expect(await zones()).toEqual([{ id, ...home, name: 'Arbeit' }])
    const answer = await call('PUT', path, { schedule: null })
    expect(answer.body).toMatchObject({ data: { ...home, name: 'Arbeit', schedule: null } })
    expect(await zones()).toEqual([{ id, ...home, name: 'Arbeit', schedule: null }])
    expect(outcome(await call('PUT', path, { radiusMetres: 1001 }))).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([
    ['no name', 'name', { name: '  ' }],
    ['a radius of 0 metres', 'radiusMetres', { radiusMetres: 0 }],
    ['a radius of 1001 metres', 'radiusMetres', { radiusMetres: 1001 }],
    ['a latitude of 91', 'latitude', { latitude: 91 }],
    ['a longitude beyond the antimeridian', 'longitude', { longitude: 180.1 }],
    ['another sharpness', 'sharpness', { sharpness: 'USUAL' }],
    ['no weekday', 'schedule.weekdays', { schedule: { ...night, weekdays: [] } }],
    ['a weekday twice', 'schedule.weekdays', { schedule: { ...night, weekdays: [1, 1] } }],
    ['an eighth weekday', 'schedule.weekdays.0', { schedule: { ...night, weekdays: [8] } }],
    ['a time of 24:00', 'schedule.to', { schedule: { ...night, to: '24:00' } }],
    ['a beginning that is its end', 'schedule.to', { schedule: { ...night, to: '22:00' } }],
  ])('with %s are refused with the field', async (_what, field, wrong) => {
    const answer = await call('POST', '/api/guard-zones', { ...home, ...wrong })
    expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
    const { error } = z.object({ error: z.object({ fields: z.record(z.string(), z.string()) }) }).parse(answer.body)
    expect(Object.keys(error.fields)).toEqual([field])
    expect(await zones()).toEqual([])
  })

  test('lie at the antimeridian and at a pole as well', async () => {
    await create({ ...home, longitude: -180 })
    await create({ ...home, latitude: 90, longitude: 180 })
    expect(await zones()).toHaveLength(2)
  })

  test('are at most ten, and the refusal says what to do', async () => {
    for (let count = 0; count < guardZonesLimits.most; count += 1) await create()
    expect(outcome(await call('POST', '/api/guard-zones', home))).toEqual([409, 'GUARD_ZONE_LIMIT'])
  })

  test('of others do not exist', async () => {
    const { id } = await create()
    for (const [method, body] of [['PUT', home], ['DELETE']] as const) {
      const answer = await callAs(product, stranger, method, `/api/guard-zones/${id}`, body)
      expect(outcome(answer)).toEqual([404, 'NOT_FOUND'])
    }
    expect(await zones()).toHaveLength(1)
  })
})
