/*
 * A fortnight's history in Chromium, of 1,000 and of 20,000 positions (one a minute), from the embedded database. First the
 * press of the tab „Fahrten“, which loads the last day that was ridden at once; then the press of „Verlauf anzeigen“ for all of it: each
 * to the first picture with a line, which is the outline's where there is one (the aim is less than 400 ms), and to that with
 * the whole line, for which people would wait without an outline. Elapsed time depends on what else the machine does.
 * So the processor time of the page's main thread up to the whole line is given, too, how long the answer with the whole line took,
 * and how busy the machine was.
 */
import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import type { Position } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { launchBrowser, visit, widths } from '#e2e/browser.ts'
import { becomeCustomer, signIn } from '#e2e/customers.ts'
import { enableTracking, report } from '#e2e/recorded-rides.ts'
import { startRunningProduct } from '#e2e/product.ts'
import { startTileServer } from '#e2e/tile-server.ts'
import { wallTime } from '#domain/time/time.ts'
import { median, table } from './pois/figures.ts'

const sizes = [1_000, 20_000]
const runs = 5
const settledMs = 2_000

interface Figures {
  lastDayMs: number
  firstLineMs: number
  wholeLineMs: number
  mainThreadMs: number
  serverMs: number
}

const rows: (string | number)[][] = []
for (const size of sizes) rows.push(await measure(size))
console.log(table(['positions', 'last day ms', 'first line ms', 'whole line ms', 'main thread ms', 'answer ms'], rows))
console.log(`load ${loadavg()[0]?.toFixed(1)}`)

async function measure(size: number): Promise<(string | number)[]> {
  const tiles = await startTileServer()
  const product = await startRunningProduct({ DEMO: '1', TILE_URL: tiles.template })
  const browser = await launchBrowser('whole')
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
    all.push(await measureOnce(page, deviceId, size, now))
    await page.context().close()
  }
  await end(browser, product, tiles)
  const middle = (name: keyof Figures) => median(all.map((figures) => figures[name])).toFixed(0)
  return [
    size,
    middle('lastDayMs'),
    middle('firstLineMs'),
    middle('wholeLineMs'),
    middle('mainThreadMs'),
    middle('serverMs'),
  ]
}

async function measureOnce(page: Page, deviceId: string, size: number, now: number): Promise<Figures> {
  await page.goto(`/tracking?device=${deviceId}&tab=now`)
  // By now the page has fetched what it loads in advance.
  await page.waitForTimeout(settledMs)
  const lastDayMs = await lineOf(1, page, await press(page, '[role=tab]', 'Fahrten'))
  await page.locator('summary', { hasText: 'Zeitraum selbst wählen' }).click()
  await page.getByRole('textbox', { name: 'Von' }).fill(wallTime(new Date(now - (size - 1) * minuteMs).toISOString()))
  await page.getByRole('textbox', { name: 'Bis' }).fill(wallTime(new Date(now).toISOString()))
  await page.waitForTimeout(settledMs)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const mainThread = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const before = await mainThread()
  const pressedAt = await press(page, 'button', 'Verlauf anzeigen')
  const firstLineMs = await lineOf(1, page, pressedAt)
  const wholeLineMs = await lineOf(size / 2, page, pressedAt)
  const mainThreadMs = (await mainThread()) - before
  const serverMs = await page.evaluate(() => {
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/tracking/history/'))
    return answers.at(-1)?.duration ?? 0
  })
  return { lastDayMs, firstLineMs, wholeLineMs, mainThreadMs, serverMs }
}

/** Presses, and says when. */
function press(page: Page, kind: string, name: string): Promise<number> {
  return page.evaluate(
    ([kind, name]) => {
      performance.clearMarks('track-shown')
      const pressed = [...document.querySelectorAll<HTMLElement>(kind)].find(({ textContent }) => textContent === name)
      const time = performance.now()
      pressed?.click()
      return time
    },
    [kind, name] as const,
  )
}

/** Milliseconds from a press to the first picture with a line of so many positions or more. */
async function lineOf(positions: number, page: Page, pressedAt: number): Promise<number> {
  const shown = await page.waitForFunction((least) => {
    const marks = performance.getEntriesByName('track-shown')
    return marks.find((mark) => mark instanceof PerformanceMark && mark.detail >= least)?.startTime
  }, positions)
  return Number(await shown.jsonValue()) - pressedAt
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
