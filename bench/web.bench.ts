/*
 * How fast the screens are on a phone: Lighthouse's simulated one (a slow phone on a slow network) on the served build, with
 * the demo's account for the screens behind the sign-in. Of each screen the median of 3 runs, twice: as Lighthouse says it, by
 * the clock, which on a busy machine is worse than it is; and for a machine with nothing else to do, where the same run's tasks
 * last as long as the processor worked on them. Requests and kB do not depend on the machine. `npm run bench -- web
 * --at=/pois,/dashboard` measures these addresses alone.
 */
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse, { auditFlowArtifacts, type Artifacts, type Result } from 'lighthouse'
import * as z from 'zod/mini'
import puppeteer, { type Browser } from 'puppeteer-core'
import { auth } from '#contract/auth/auth.ts'
import { launchBrowser, visit, wholeBrowser, widths } from '#e2e/browser.ts'
import { startRunningProduct } from '#e2e/product.ts'
import { startTileServer } from '#e2e/tile-server.ts'
import { send } from '#server/testing/client.ts'
import { median, table } from './pois/figures.ts'
import { byProcessorTime } from './web/processor-time.ts'

const runs = 3
/** On a busy machine Chromium sometimes loses a trace. */
const tries = runs + 2
/** A run takes 20 s on a busy machine; one that takes longer than this is lost. */
const runPatienceMs = 90_000
/** The stream of live events never ends: Lighthouse would wait 45 s for a network without requests. */
const loadMs = 12_000
/** In which an idle machine answers a request. */
const idleServerMs = 5
/** Without a graphics card the drawing of the map would block for longer than all the rest. */
const withoutGraphics = '/pois'
const screens = asked(['/', '/login', '/dashboard', '/tracking', '/devicesandlicenses', withoutGraphics])
const categories = ['performance', 'accessibility', 'best-practices'] as const
const audits = {
  'paint ms': 'first-contentful-paint',
  'largest ms': 'largest-contentful-paint',
  'blocked ms': 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const

type Figures = Map<string, number>
/** One run. */
interface Measured {
  byClock: Figures
  onIdleMachine: Figures
}

const tiles = await startTileServer()
const product = await startRunningProduct({ DEMO: '1', TILE_URL: tiles.template })
const token = await demoToken()
try {
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; Lighthouse, mobile, median of ${runs}`)
  const rows = []
  for (const path of screens) {
    const bare = path === withoutGraphics
    const all = await measured(path, bare ? ['--disable-3d-apis'] : [])
    const name = bare ? `${path} without graphics` : path
    for (const each of [
      row(
        name,
        all.map(({ byClock }) => byClock),
      ),
      row(
        `${name}, idle machine`,
        all.map(({ onIdleMachine }) => onIdleMachine),
      ),
    ]) {
      rows.push(each)
      console.log(each.join('  '))
    }
  }
  console.log(table(['', ...categories, ...Object.keys(audits), 'requests', 'kB'], rows))
  if (screens.includes(withoutGraphics)) {
    const ms = await poisAfterShellMs()
    console.log(`/pois: first POIs ${ms.toFixed(0)} ms after the shell (goal: 1,000; no throttling)`)
  }
} finally {
  await product.stop()
  await tiles.close()
}

/** Those of `all` that `--at=` names, or all. */
function asked(all: readonly string[]): readonly string[] {
  const named = process.argv
    .find((word) => word.startsWith('--at='))
    ?.slice('--at='.length)
    .split(',')
  return named === undefined ? all : all.filter((path) => named.includes(path))
}

async function demoToken(): Promise<string> {
  const answer = await send(product.url, auth.demo.method, auth.demo.path)
  return z.object({ data: auth.demo.reply }).parse(answer.body).data.token
}

async function measured(path: string, args: string[]): Promise<Measured[]> {
  const all: Measured[] = []
  for (let run = 0; run < tries && all.length < runs; run += 1) {
    // A new browser each time: nothing is in its cache.
    const browser = await puppeteer.launch({
      executablePath: wholeBrowser ?? '',
      args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...args],
    })
    try {
      const measuring = measureOnce(browser, path).catch((error: unknown) => {
        console.log(`${path}: ${String(error)}`)
        return null
      })
      const figures = await Promise.race([measuring, sleep(runPatienceMs, null, { ref: false })])
      if (figures !== null) all.push(figures)
    } finally {
      await browser.close()
    }
  }
  return all
}

async function measureOnce(browser: Browser, path: string): Promise<Measured | null> {
  const page = await browser.newPage()
  if (!['/', '/login'].includes(path)) {
    await page.evaluateOnNewDocument((kept) => localStorage.setItem('wegwarte.token', kept), token)
  }
  const result = await lighthouse(
    product.url + path,
    { onlyCategories: [...categories], maxWaitForLoad: loadMs, disableFullPageScreenshot: true, logLevel: 'error' },
    undefined,
    page,
  )
  if (result === undefined) throw new Error('Lighthouse answers nothing')
  const { lhr, artifacts } = result
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message)
  const failed = Object.values(lhr.audits).filter(
    ({ id, score }) =>
      score !== null &&
      score < 1 &&
      categories
        .slice(1)
        .some((name) => lhr.categories[name]?.auditRefs.some((ref) => ref.id === id && ref.weight > 0)),
  )
  for (const { id, title } of failed) console.log(`${path}: ${id}: ${title}`)
  return { byClock: figuresOf(lhr), onIdleMachine: figuresOf(await judgedAsIdle(artifacts)) }
}

/** What Lighthouse says of the same run, had the machine had nothing else to do. */
async function judgedAsIdle(artifacts: Artifacts): Promise<Result> {
  const origins = [product.url, tiles.origin]
  const settings = {
    ...artifacts.settings,
    precomputedLanternData: {
      additionalRttByOrigin: Object.fromEntries(origins.map((origin) => [origin, 0])),
      serverResponseTimeByOrigin: Object.fromEntries(origins.map((origin) => [origin, idleServerMs])),
    },
  }
  const { Trace } = artifacts
  const idle = { ...artifacts, settings, Trace: { ...Trace, traceEvents: byProcessorTime(Trace.traceEvents) } }
  const flow = await auditFlowArtifacts(
    { gatherSteps: [{ artifacts: idle }], name: 'idle' },
    { extends: 'lighthouse:default', settings },
  )
  const [step] = flow?.steps ?? []
  if (step === undefined) throw new Error('Lighthouse answers nothing')
  return step.lhr
}

function figuresOf(lhr: Result): Figures {
  const { details } = lhr.audits['network-requests'] ?? {}
  return new Map([
    ...categories.map((name): [string, number] => [name, 100 * (lhr.categories[name]?.score ?? NaN)]),
    ...Object.values(audits).map((id): [string, number] => [id, lhr.audits[id]?.numericValue ?? NaN]),
    ['requests', details?.type === 'table' ? details.items.length : NaN],
    ['total-byte-weight', lhr.audits['total-byte-weight']?.numericValue ?? NaN],
  ])
}

function row(name: string, all: readonly Figures[]): string[] {
  const of = (figure: string) => median(all.map((figures) => figures.get(figure) ?? NaN))
  return [
    name,
    ...categories.map((category) => of(category).toFixed(0)),
    ...Object.values(audits).map((id) => of(id).toFixed(id === audits.shift ? 3 : 0)),
    of('requests').toFixed(0),
    (of('total-byte-weight') / 1024).toFixed(0),
  ]
}

/** From the moment when the screen's heading is there to the first picture with POIs, as a rider with a good phone has it. */
async function poisAfterShellMs(): Promise<number> {
  const browser = await launchBrowser('whole')
  const all: number[] = []
  try {
    for (let run = 0; run < runs; run += 1) {
      const { page, context } = await visit(browser, {
        baseUrl: product.url,
        width: widths[0],
        allowed: [tiles.origin],
      })
      await page.addInitScript((kept) => localStorage.setItem('wegwarte.token', kept), token)
      await page.goto('/pois')
      await page.locator('main h1').waitFor({ state: 'attached' })
      const shellAt = await page.evaluate(() => performance.now())
      const shown = await page.waitForFunction(() => performance.getEntriesByName('pois-shown')[0]?.startTime)
      all.push(Number(await shown.jsonValue()) - shellAt)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return median(all)
}
