import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { ownPlaces } from '#contract/own-places/own-places.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
}, 60_000)
afterAll(() => product.close())

const home = { name: 'Zuhause', latitude: 49.0069, longitude: 8.4037, radiusMetres: 200, weatherLevel: 3 }
const listOf = async (person: Person) =>
  z.object({ data: ownPlaces.list.reply }).parse((await callAs(product, person, 'GET', '/api/own-places')).body).data
    .zones

test('a place is made with a switch for each vehicle, changed and removed by its owner alone; no other’s vehicle is named', async () => {
  const watches = [{ deviceId: owner.deviceId, visits: ['ARRIVED'] }]
  const made = await callAs(product, owner, 'POST', '/api/own-places', { ...home, watches })
  expect(made.status).toBe(201)
  const [place] = await listOf(owner)
  expect(place).toMatchObject({ ...home, watches })
  const path = `/api/own-places/${place?.id}`
  expect(await listOf(stranger)).toEqual([])
  for (const [method, body] of [['PUT', { name: 'Meins' }], ['DELETE']] as const) {
    expect(outcome(await callAs(product, stranger, method, path, body))).toEqual([404, 'NOT_FOUND'])
  }
  const foreign = [{ deviceId: stranger.deviceId, visits: ['LEFT'] }]
  expect(outcome(await callAs(product, owner, 'PUT', path, { watches: foreign }))).toEqual([404, 'NOT_FOUND'])
  expect(outcome(await callAs(product, owner, 'POST', '/api/own-places', { ...home, watches: foreign }))).toEqual([
    404,
    'NOT_FOUND',
  ])
  expect(outcome(await callAs(product, owner, 'PUT', path, { radiusMetres: 99 }))).toEqual([400, 'VALIDATION_ERROR'])
  expect(outcome(await callAs(product, owner, 'PUT', path, { weatherLevel: 1 }))).toEqual([400, 'VALIDATION_ERROR'])
  await callAs(product, owner, 'PUT', path, { watches: [] })
  expect(await listOf(owner)).toMatchObject([{ ...home, watches: [] }])
  expect((await callAs(product, owner, 'DELETE', path)).status).toBe(200)
  expect(await listOf(owner)).toEqual([])
})
