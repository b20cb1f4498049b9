import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure, success } from '#contract/endpoint.ts'
import { pois } from '#contract/pois.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoisImport } from './pois-import.store.ts'
import { registerPoisRoutes } from './pois.routes.ts'
import { createPoisService } from './pois.service.ts'
import { createPoisStore } from './pois.store.ts'
import { randomId } from '#server/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const clock = clockAt('2026-11-21T12:00:00Z')
const headers = { authorization: 'Bearer x' }

describeOnBothDatabases('the POI endpoints', (database) => {
  let app: FastifyInstance
  beforeAll(async () => {
    const service = createPoisService({ store: createPoisStore(database, 'real'), clock })
    app = await startTestApi((api) => registerPoisRoutes(api, { real: service, demo: service }))
  })
  afterAll(() => app.close())

  const get = (url: string, more: Record<string, string> = {}) => app.inject({ url, headers: { ...headers, ...more } })
  const fill = (count: number) => {
    const records = Array.from({ length: count }, (_, index) =>
      poiRecord({ sourceId: `node/${index}`, latitude: 49 + index / 10_000 }),
    )
    const target = createPoisImport(database, randomId)
    const edition = { source: 'test', attribution: '© Test', edition: 0, at: clock.now() }
    return target.replace({ ...edition, records }, async () => undefined)
  }

  test('lists in the envelope, page by page', async () => {
    await fill(3)
    const list = success(pois.list.reply)
    const first = list.parse((await get('/api/poi?near=49,8.4&radius=1000&limit=2')).json())
    expect(first.data.pois.map(({ latitude }) => latitude)).toEqual([49, 49.0001])
    const cursor = first.data.nextCursor ?? ''
    const second = list.parse((await get(`/api/poi?near=49,8.4&radius=1000&limit=2&cursor=${cursor}`)).json())
    expect(second.data).toMatchObject({ pois: [{ latitude: 49.0002 }], nextCursor: null })
  })

  test('answers all as a bare list, and 304 until something changes', async () => {
    await fill(2)
    const answer = await get('/api/poi/all')
    expect(answer.headers['content-type']).toContain('application/json')
    expect(pois.all.reply.parse(answer.json())).toHaveLength(2)
    const known = { 'if-none-match': String(answer.headers['etag']) }
    expect((await get('/api/poi/all', known)).statusCode).toBe(304)
    await fill(3)
    expect((await get('/api/poi/all', known)).json()).toHaveLength(3)
  })

  test('answers all compressed to who can read it', async () => {
    await fill(100)
    const answer = await get('/api/poi/all', { 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.rawPayload.length).toBeLessThan((await get('/api/poi/all')).rawPayload.length / 5)
  })

  test('shows one, and 404 for one that is not', async () => {
    await fill(1)
    const { id } = await database.selectFrom('pois').select('id').executeTakeFirstOrThrow()
    expect(success(pois.show.reply).parse((await get(`/api/poi/${id}`)).json()).data.poi.id).toBe(id)
    const missing = await get('/api/poi/none')
    expect([missing.statusCode, failure.parse(missing.json()).error.code]).toEqual([404, 'NOT_FOUND'])
  })

  test.each(['bbox=1,2,3', 'near=49', 'radius=-1', 'radius=200001', 'limit=0', 'limit=501', 'bbox=9,48,8,50'])(
    'refuses %s with the name of the parameter',
    async (query) => {
      const answer = await get(`/api/poi?${query}`)
      const { error } = failure.parse(answer.json())
      expect([answer.statusCode, error.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(Object.keys(error.fields ?? {})).toEqual([query.split('=')[0]])
    },
  )
})
