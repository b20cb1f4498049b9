/*
 * A fortnight's history in Chromium: from the press of „Verlauf anzeigen“ to the first picture with the whole line, of
 * 1,000 and of 20,000 positions (one a minute), from the embedded database. Beside the time on the wall, which others on
 * the machine lengthen: the processor's time of the page's main thread up to then, and how long the server took.
 */
import type { Browser, Page } from 'playwright-core'
import type { Position } from '#contract/tracking.ts'
import { destination } from '#domain/geo.ts'
import { launchBrowser, visit, widths } from '#e2e/browser.ts'
import { becomeCustomer, signIn } from '#e2e/customers.ts'
import { enableTracking, report } from '#e2e/recorded-rides.ts'
import { startRunningProduct } from '#e2e/product.ts'
import { startTileServer } from '#e2e/tile-server.ts'
import { wallTime } from '#domain/time.ts'
import { median, table } from './pois/figures.ts'

const sizes = [1_000, 20_000]
const runs = 5
const minuteMs = 60_000

interface Figures {
  firstLineMs: number
  mainThreadMs: number
  serverMs: number
}

const rows: (string | number)[][] = []
for (const size of sizes) rows.push(await measure(size))
console.log(table(['positions', 'first line ms', 'main thread ms', 'server ms'], rows))

async function measure(size: number): Promise<(string | number)[]> {
  const tiles = await startTileServer()
  const product = await startRunningProduct({ DEMO: '1', TILE_URL: tiles.template })
  const browser = await launchBrowser()
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  const now = Date.now()
  await report(product, customer.imei, fortnight(now, size))
  const all: Figures[] = []
  for (let run = 0; run < runs; run += 1) {
    const { page } = await visit(browser, { baseUrl: product.url, width: widths[1], allowed: [tiles.origin] })
    await page.goto('/login')
    await signIn(page, customer)
    await page.waitForURL('**/dashboard')
    all.push(await measureOnce(page, deviceId, now - (size - 1) * minuteMs, now))
    await page.context().close()
  }
  await end(browser, product, tiles)
  const middle = (name: keyof Figures) => median(all.map((figures) => figures[name])).toFixed(0)
  return [size, middle('firstLineMs'), middle('mainThreadMs'), middle('serverMs')]
}

async function measureOnce(page: Page, deviceId: string, from: number, to: number): Promise<Figures> {
  await page.goto(`/tracking?device=${deviceId}`)
  await page.getByRole('textbox', { name: 'Von' }).fill(wallTime(new Date(from).toISOString()))
  await page.getByRole('textbox', { name: 'Bis' }).fill(wallTime(new Date(to).toISOString()))
  // What the page fetches beforehand has come.
  await page.waitForTimeout(2_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const mainThread = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const before = await mainThread()
  const pressedAt = await page.evaluate(() => {
    const search = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Verlauf anzeigen',
    )
    const time = performance.now()
    search?.click()
    return time
  })
  const shown = await page.waitForFunction(() => performance.getEntriesByName('track-shown')[0]?.startTime)
  const firstLineMs = Number(await shown.jsonValue()) - pressedAt
  const mainThreadMs = (await mainThread()) - before
  const serverMs = await page.evaluate(() => {
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/tracking/history/'))
    return answers.at(-1)?.duration ?? 0
  })
  return { firstLineMs, mainThreadMs, serverMs }
}

/** Rides of an hour and a half every six to seven hours, and a parked vehicle whose fixes wander. */
function fortnight(now: number, size: number): Position[] {
  let place = { latitude: 49.0069, longitude: 8.4037 }
  return Array.from({ length: size }, (_, minute) => {
    const riding = minute % 400 < 90
    const speed = riding ? Math.round(60 + 30 * Math.sin(minute / 7)) : 0
    const course = (360 + 180 * Math.sin(minute / 130) + 40 * Math.sin(minute / 9)) % 360
    place = destination(place, (speed / 3.6) * 60, course)
    const recordedAt = new Date(now - (size - minute) * minuteMs).toISOString()
    return { ...destination(place, 5, (minute * 137) % 360), recordedAt, accuracy: 5 + (minute % 9), speed, course }
  })
}

async function end(browser: Browser, ...others: { stop?(): Promise<void>; close?(): Promise<void> }[]): Promise<void> {
  await browser.close()
  for (const other of others) await (other.stop ?? other.close)?.()
}
