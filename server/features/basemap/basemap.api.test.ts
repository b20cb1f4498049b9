import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { config as configEntries, productConfig } from '#contract/config.ts'
import { send } from '#server/testing/client.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { registerBasemapRoutes } from './basemap.routes.ts'
import { sampleArchive } from '#server/tiles/testing/sample-archive.ts'

let product: TestProduct
let version: string
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-basemap-'))
beforeAll(async () => {
  const path = join(folder, 'sample.pmtiles')
  writeFileSync(path, sampleArchive())
  product = await startTestProduct({ BASEMAP: path, ...(await ownDatabase()) })
  version = (await archiveIn(product))?.version ?? ''
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const answered = z.object({ data: productConfig })

async function archiveIn({ url }: TestProduct) {
  return answered.parse((await send(url, 'GET', configEntries.read.path)).body).data.map.archive
}

/** Karlsruhe, at a zoom that shows its streets. */
const address = '12/2143/1406'
const tile = (of: string, where = address, init: RequestInit = {}) =>
  fetch(new URL(`/api/basemap/${of}/${where}.mvt`, product.url), init)

test('browsers learn of the archive from the settings', async () => {
  expect(await archiveIn(product)).toMatchObject({ minZoom: 0, maxZoom: 14 })
})

test('a tile comes to everybody, to be kept for as long as its address holds', async () => {
  const response = await tile(version)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())))
  expect(Object.keys(layers)).toEqual(expect.arrayContaining(['earth', 'roads', 'places']))
})

test('a browser that cannot unpack gets the same tile unpacked', async () => {
  const packed = await (await tile(version)).arrayBuffer()
  const response = await tile(version, address, { headers: { 'accept-encoding': 'identity' } })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(packed))
})

test('a browser that has the tile is told so', async () => {
  const etag = (await tile(version)).headers.get('etag') ?? ''
  expect((await tile(version, address, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('where the archive has nothing, the answer is empty', async () => {
  expect((await tile(version, '12/0/0')).status).toBe(204)
})

test('the address of an archive that was replaced leads to the new one, which is not to be kept under it', async () => {
  const response = await tile('0123456789ab')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
})

test('a tile that no zoom has is refused', async () => {
  expect((await tile(version, '3/8/0')).status).toBe(400)
})

test('with it, the pages’ policy names nobody else', async () => {
  const page = await fetch(new URL('/login', product.url))
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self';")
  expect(page.headers.get('content-security-policy')).not.toMatch(/https?:/)
})

test('without one there are no tiles', async () => {
  const app = await startTestApi((api) => registerBasemapRoutes(api, null))
  expect((await app.inject({ url: `/api/basemap/0123456789ab/${address}.mvt` })).statusCode).toBe(404)
  await app.close()
})
