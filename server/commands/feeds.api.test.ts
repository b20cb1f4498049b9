import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { poi } from '#contract/pois/pois.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { feedsRun } from './feeds.ts'

let product: TestProduct
let person: Person
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-feeds-'))

beforeAll(async () => {
  product = await startTestProduct()
  person = await becomeCustomer(product)
}, 60_000)

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const everyPoi = async () => {
  const answer = await send(product.url, 'GET', '/api/poi/all', { token: person.token })
  return z.array(poi).parse(JSON.parse(answer.text))
}

test('hotspots that a command imports while the product runs are on the map without a restart', async () => {
  expect(await everyPoi()).toEqual([])
  const year = clockFrom().now().getUTCFullYear() - 1
  const months = Array.from({ length: 12 }, (_, month) => `${month};6;${year};${month + 1};3;0;;`)
  const crashes = [1, 2, 3].map((number) => `${number};6;${year};7;2;1;8,4579;50,2325`)
  const path = join(folder, 'unfaelle.csv')
  const header = 'OBJECTID;ULAND;UJAHR;UMONAT;UKATEGORIE;IstKrad;XGCSWGS84;YGCSWGS84'
  writeFileSync(path, [header, ...months, ...crashes, ''].join('\r\n'))
  const context = { database: product.operator, clock: clockFrom(), settings: readSettings({}), say: () => undefined }
  await feedsRun.run(context, ['unfallatlas', '--file', path])

  const note = expect.stringContaining(`3 Motorradunfälle ${year}, 3 schwer.`)
  const hotspot = { poiType: 'AccidentHotspotMoto', details: { note, source: 'unfallatlas' } }
  // The published POIs are made again in the background, so that no request waits for them.
  await expect.poll(everyPoi, { timeout: 10_000 }).toMatchObject([hotspot])
  const health = await send(product.url, 'GET', '/api/health', {})
  expect(health.text).toContain('"feed":"unfallatlas"')
})
