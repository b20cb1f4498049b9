import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { demoPois } from '#domain/demo/demo-pois.ts'
import { demoSource } from '#domain/demo/demo.ts'
import { createPoisImport } from './pois-import.store.ts'
import { randomId } from '#server/platform/ids.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { decodeTile } from '#server/tiles/testing/tiles.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

const postgres = runPostgres()
const signedIn = z.object({ data: z.object({ token: z.string() }) })

describe.each([
  { database: 'the embedded database', settings: {} },
  ...('url' in postgres ? [{ database: 'PostgreSQL', settings: { DATABASE_URL: postgres.url } }] : []),
])('on $database', ({ settings }) => {
  let product: TestProduct
  let customer: Person
  let demo: string
  beforeAll(async () => {
    product = await startTestProduct({ DEMO: '1', ...settings })
    customer = await becomeCustomer(product)
    demo = signedIn.parse((await send(product.url, 'POST', '/api/auth/demo')).body).data.token
  })
  afterAll(() => product.close())

  test('an import is on the map soon after, in its own world', async () => {
    expect(await countOnMap(customer.token)).toBe(0)
    await importPois('test', 7)
    await vi.waitFor(async () => expect(await countOnMap(customer.token)).toBe(7), { timeout: 10_000, interval: 100 })
    expect((await send(product.url, 'GET', '/api/poi/all', { token: customer.token })).body).toHaveLength(7)
    expect(await countOnMap(demo)).toBe(demoPois().length)
    await importPois(demoSource, 3)
    await vi.waitFor(async () => expect(await countOnMap(demo)).toBe(3), { timeout: 10_000, interval: 100 })
    expect(await countOnMap(customer.token)).toBe(7)
  })

  async function importPois(source: string, count: number): Promise<void> {
    const records = Array.from({ length: count }, (_, index) => poiRecord({ sourceId: `imported/${index}` }))
    const edition = { source, attribution: '© Test', edition: 0, at: new Date(0), records }
    await createPoisImport(product.operator, randomId).replace(edition, async () => undefined)
  }

  async function countOnMap(token: string): Promise<number> {
    const response = await fetch(new URL('/api/poi/tiles/0/0/0.mvt', product.url), {
      headers: { authorization: `Bearer ${token}` },
    })
    if (response.status === 204) return 0
    const shown = decodeTile(new Uint8Array(await response.arrayBuffer()), 0, 0, 0)
    return shown.reduce((sum, { properties }) => sum + Number(properties['count'] ?? 1), 0)
  }
})
