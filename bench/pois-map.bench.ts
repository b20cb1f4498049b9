/*
 * The map in Chromium: from the navigation to the first POIs, and frames per second while it is dragged, with 1,000,
 * 100,000 and 1,000,000 POIs in PostgreSQL. For comparison, Leaflet.markercluster, which gets its 100,000 markers as one
 * file. All in one run, drawn by the processor: compare the ratios.
 */
import type { Browser, Page } from 'playwright-core'
import { connect } from '#server/db/connection/database.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { launchBrowser, visit, widths } from '#e2e/browser.ts'
import { startRunningProduct } from '#e2e/product.ts'
import { startTileServer } from '#e2e/tile-server.ts'
import { median, table } from './pois/figures.ts'
import { serveLeaflet } from './pois/leaflet.ts'
import { storePois } from './pois/on-postgres.ts'
import { samplePois } from './pois/sample-pois.ts'

const sizes = [1_000, 100_000, 1_000_000]
const leafletSize = 100_000
const runs = 3
const dragMs = 3_000
const publicationPatienceMs = 180_000

interface Figures {
  firstPoisMs: number
  framesPerSecond: number
}

const postgres = await startPostgres()
if ('missing' in postgres) console.log(`not measured: ${postgres.missing}`)
else {
  await measure(postgres.url)
  await postgres.stop()
}

async function measure(databaseUrl: string): Promise<void> {
  const tiles = await startTileServer()
  const product = await startRunningProduct({ DATABASE_URL: databaseUrl, DEMO: '1', TILE_URL: tiles.template })
  const { database, close } = connect({ url: databaseUrl })
  const browser = await launchBrowser('whole')
  const pois = samplePois(Math.max(...sizes))
  const ours: Figures[] = []
  let stored = 0
  for (const size of sizes) {
    await storePois(database, pois.slice(stored, size), 'demo')
    stored = size
    await untilShown(product.url, size)
    ours.push(await medianOf(() => measureOurs(browser, product.url, tiles.origin)))
    console.log(`${size.toLocaleString('en')} POIs measured`)
  }
  const leaflet = await serveLeaflet(pois.slice(0, leafletSize), tiles.template)
  const theirs = await medianOf(() => measureLeaflet(browser, leaflet.url, tiles.origin))
  report(ours, theirs)
  leaflet.close()
  await browser.close()
  await close()
  await product.stop()
  await tiles.close()
}

async function medianOf(run: () => Promise<Figures>): Promise<Figures> {
  const all: Figures[] = []
  for (let index = 0; index < runs; index += 1) all.push(await run())
  return {
    firstPoisMs: median(all.map(({ firstPoisMs }) => firstPoisMs)),
    framesPerSecond: median(all.map(({ framesPerSecond }) => framesPerSecond)),
  }
}

async function measureOurs(browser: Browser, baseUrl: string, tileOrigin: string): Promise<Figures> {
  const { page } = await visit(browser, { baseUrl, width: widths[1], allowed: [tileOrigin] })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Demokonto ausprobieren' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/pois')
  const shown = await page.waitForFunction(() => performance.getEntriesByName('pois-shown')[0]?.startTime)
  const firstPoisMs = Number(await shown.jsonValue())
  const framesPerSecond = await framesWhileDragged(page)
  await page.context().close()
  return { firstPoisMs, framesPerSecond }
}

async function measureLeaflet(browser: Browser, url: string, tileOrigin: string): Promise<Figures> {
  const { page } = await visit(browser, { baseUrl: url, width: widths[1], allowed: [tileOrigin] })
  await page.goto(url)
  const shown = await page.waitForFunction(() =>
    document.querySelector('.marker-cluster') === null ? undefined : performance.now(),
  )
  const firstPoisMs = Number(await shown.jsonValue())
  const framesPerSecond = await framesWhileDragged(page)
  await page.context().close()
  return { firstPoisMs, framesPerSecond }
}

/** Drags to and fro over the middle of the map. */
async function framesWhileDragged(page: Page): Promise<number> {
  await page.waitForTimeout(1500)
  await page.evaluate(() => {
    let frames = 0
    const count = () => {
      frames += 1
      document.body.dataset['frames'] = String(frames)
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  const frames = async () => Number(await page.evaluate(() => document.body.dataset['frames']))
  await page.mouse.move(500, 450)
  await page.mouse.down()
  const [before, beganAt] = [await frames(), performance.now()]
  for (let turn = 0; performance.now() - beganAt < dragMs; turn += 1) {
    await page.mouse.move(turn % 2 === 0 ? 250 : 750, 450, { steps: 8 })
  }
  const framesPerSecond = ((await frames()) - before) / ((performance.now() - beganAt) / 1000)
  await page.mouse.up()
  return framesPerSecond
}

/** Waits until the demo world's map has them all. */
async function untilShown(url: string, count: number): Promise<void> {
  const entered = await fetch(new URL('/api/auth/demo', url), { method: 'POST' })
  const token = /"token":"([^"]+)"/.exec(await entered.text())?.[1] ?? ''
  const givenUpAt = performance.now() + publicationPatienceMs
  while (performance.now() < givenUpAt) {
    const answer = await fetch(new URL('/api/poi/overview', url), { headers: { authorization: `Bearer ${token}` } })
    const counts = /"counts":\{([^}]*)\}/.exec(await answer.text())?.[1] ?? ''
    const shown = [...counts.matchAll(/:(\d+)/g)].reduce((sum, [, number]) => sum + Number(number), 0)
    if (shown >= count) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`${count} POIs were not shown in time`)
}

function report(ours: readonly Figures[], theirs: Figures): void {
  const [fewest, middle, most] = ours
  if (fewest === undefined || middle === undefined || most === undefined) throw new Error('nothing was measured')
  const row = (name: string, { firstPoisMs, framesPerSecond }: Figures) => [
    name,
    firstPoisMs.toFixed(0),
    framesPerSecond.toFixed(1),
  ]
  const ratio = (name: string, one: Figures, other: Figures) => [
    name,
    (one.firstPoisMs / other.firstPoisMs).toFixed(2),
    (one.framesPerSecond / other.framesPerSecond).toFixed(2),
  ]
  console.log(
    table(
      ['POIs', 'first POIs ms', 'frames/s'],
      [
        row('1,000', fewest),
        row('100,000', middle),
        row('1,000,000', most),
        row('Leaflet.markercluster 100,000', theirs),
        ratio('1,000,000 : 1,000', most, fewest),
        ratio('100,000 : Leaflet.markercluster', middle, theirs),
      ],
    ),
  )
}
