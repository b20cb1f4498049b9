import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { startTestApi } from '#server/testing/test-api.ts'
import { registerPlacesRoutes } from './places.routes.ts'
import { createPlaceNames } from '#server/places/place-names.ts'
import { createPlacesService } from './places.service.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = await startTestApi((api) => registerPlacesRoutes(api, createPlacesService(), createPlaceNames(null)))
})
afterAll(() => app.close())

const ask = (query: Record<string, string>) =>
  app.inject({ url: '/api/places', query, headers: { authorization: 'Bearer t' } })
const askNames = (body: object) =>
  app.inject({ method: 'POST', url: '/api/places/names', payload: body, headers: { authorization: 'Bearer t' } })
const namesOf = async (query: Record<string, string>) => {
  const answer = await ask(query)
  return answer.json().data.places.map(({ name }: { name: string }) => name)
}

test.each(['München', 'Munchen', 'Muenchen', 'münc'])('"%s" finds Bavaria’s capital first', async (query) => {
  const answer = await ask({ query })
  expect(answer.json()).toMatchObject({ success: true, data: { attribution: 'GeoNames, CC BY 4.0' } })
  const [first] = answer.json().data.places
  expect(first).toEqual({
    name: 'München',
    region: 'Bayern',
    latitude: 48.13743,
    longitude: 11.57549,
    population: 1_260_391,
  })
})

test('of several Neustadts the one beside the map’s centre comes first', async () => {
  expect((await namesOf({ query: 'Neustadt' }))[0]).toMatch(/^Neustadt/)
  const near = await ask({ query: 'Neukirchen', near: '50.87,9.35' })
  expect(near.json().data.places[0]).toMatchObject({ name: 'Neukirchen', region: 'Hessen' })
  expect(near.json().data.places).toHaveLength(8)
})

test('places are named in the order in which they were asked for, and none at sea', async () => {
  const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }
  const asked = { places: [{ latitude: 54.6, longitude: 6.5 }, karlsruhe] }
  expect((await askNames(asked)).json().data).toEqual({ names: [null, 'Karlsruhe'] })
  const tooMany = { places: Array.from({ length: 101 }, () => karlsruhe) }
  expect((await askNames(tooMany)).json().error.fields).toEqual({ places: expect.stringContaining('100') })
})

test.each([
  [{ query: '' }, 'query'],
  [{}, 'query'],
  [{ query: 'x'.repeat(101) }, 'query'],
  [{ query: 'Ulm', near: '48' }, 'near'],
  [{ query: 'Ulm', near: '91,9' }, 'near'],
  [{ query: 'Ulm', near: '48,181' }, 'near'],
])('%j is refused, naming %s', async (query, field) => {
  const answer = await ask(query)
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().error.fields)).toEqual([field])
})
