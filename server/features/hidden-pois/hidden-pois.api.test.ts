import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { pois } from '#contract/pois/pois.ts'
import { riding } from '#contract/riding/riding.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { tilesKnownAt } from '#domain/riding/hazard-tiles.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { randomId } from '#server/platform/ids.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const place = { latitude: 49.0069, longitude: 8.4037 }
const listed = z.object({ data: pois.list.reply })
const ridden = z.object({ data: riding.hazards.reply })
const checked = z.object({ data: routeCheck.check.reply })

let product: TestProduct
let anna: Person
let ben: Person
let id: string

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  anna = await becomeCustomer(product)
  ben = await becomeCustomer(product)
  await createPoisImport(product.operator, randomId).replace(
    {
      source: 'test',
      attribution: '© Test',
      edition: 0,
      at: clockFrom(product.settings.CLOCK).now(),
      records: [poiRecord({ sourceId: 'node/1', ...place, poiType: 'Obstacle' })],
    },
    async () => undefined,
  )
  id = (await product.operator.selectFrom('pois').select('id').executeTakeFirstOrThrow()).id
}, 60_000)
afterAll(() => product.close())
beforeEach(() => product.operator.deleteFrom('attempts').execute())

const line = [destination(place, 2_000, 270), destination(place, 2_000, 90)]
const [tile] = tilesKnownAt(place)

/** Where somebody meets the POI: in the list, on a ride, along a route. */
async function meets(person: Person): Promise<string[]> {
  const list = await callAs(product, person, 'GET', `/api/poi?near=${place.latitude},${place.longitude}&radius=500`)
  const ride = await callAs(product, person, 'GET', `/api/riding/hazards?x=${tile?.x}&y=${tile?.y}`)
  const route = await callAs(product, person, 'POST', '/api/route-check', { pieces: [line], corridorMetres: 100 })
  return [
    ...(listed.parse(list.body).data.pois.some((poi) => poi.id === id) ? ['list'] : []),
    ...(ridden.parse(ride.body).data.hazards.some((hazard) => hazard.id === id) ? ['ride'] : []),
    ...(checked.parse(route.body).data.items.some(({ poi }) => poi.id === id) ? ['route'] : []),
  ]
}

test('a hidden POI is met nowhere by who has hidden it, and everywhere by others, until it is shown again', async () => {
  const call = (person: Person, method: string) => callAs(product, person, method, `/api/hidden-pois/${id}`)
  expect(await meets(anna)).toEqual(['list', 'ride', 'route'])
  expect((await call(anna, 'PUT')).status).toBe(200)
  expect(await meets(anna)).toEqual([])
  expect(await meets(ben)).toEqual(['list', 'ride', 'route'])
  // To see what it was.
  expect((await callAs(product, anna, 'GET', `/api/poi/${id}`)).status).toBe(200)
  expect(outcome(await call(ben, 'DELETE'))).toEqual([404, 'NOT_FOUND'])
  expect((await callAs(product, ben, 'GET', '/api/hidden-pois')).body).toEqual({ success: true, data: { pois: [] } })
  expect((await call(anna, 'DELETE')).status).toBe(200)
  expect(await meets(anna)).toEqual(['list', 'ride', 'route'])
})

test('what two beside it deny is told on a ride all the same, as doubted, as the map shows it', async () => {
  await haveDevicesForAMonth()
  const rides = async () => {
    const answer = await callAs(product, anna, 'GET', `/api/riding/hazards?x=${tile?.x}&y=${tile?.y}`)
    return ridden.parse(answer.body).data.hazards.map(({ isDoubted }) => isDoubted)
  }
  expect(await rides()).toEqual([undefined])
  for (const person of [anna, ben]) await callAs(product, person, 'POST', `/api/poi/${id}/deny?nearness=near`)
  const list = await callAs(product, anna, 'GET', `/api/poi?near=${place.latitude},${place.longitude}&radius=500`)
  expect(listed.parse(list.body).data.pois.map(({ details }) => details.doubted)).toEqual([true])
  expect(await rides()).toEqual([true])
  await product.operator.deleteFrom('poi_doubts').execute()
})

/** What somebody says counts from then on. */
async function haveDevicesForAMonth(): Promise<void> {
  const registeredAt = new Date(clockFrom(product.settings.CLOCK).now().getTime() - 30 * dayMs)
  await product.operator.updateTable('devices').set({ registered_at: registeredAt }).execute()
}

test('what does not exist cannot be hidden, and nobody hides anything by an old token', async () => {
  expect(outcome(await callAs(product, anna, 'PUT', '/api/hidden-pois/nothing'))).toEqual([404, 'NOT_FOUND'])
  const old = await send(product.url, 'PUT', `/api/hidden-pois/${id}`, { token: 'old' })
  expect(old.status).toBe(401)
})

test('a made-up nearness is refused, and what is said beyond the limit of an hour', async () => {
  const say = (query: string) => callAs(product, ben, 'POST', `/api/poi/${id}/deny${query}`)
  expect((await say('?nearness=inside')).code).toBe('VALIDATION_ERROR')
  await product.operator.deleteFrom('attempts').execute()
  const answers: number[] = []
  for (let word = 0; word <= poiReportsLimits.votesPerHour; word += 1) answers.push((await say('')).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(poiReportsLimits.votesPerHour)
  expect(answers.at(-1)).toBe(429)
})
