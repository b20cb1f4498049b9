import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { events } from '#contract/events.ts'

/** The two widths everything must work at: a phone's and a desktop's. */
export const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const
export type Width = (typeof widths)[number]

const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const artefacts = 'artefacts'

/** A browser that draws maps without a graphics card and calls nobody on its own. */
export function launchBrowser(): Promise<Browser> {
  if (executable === undefined) throw new Error('Chromium fehlt: bitte als Systempaket installieren (chromium)')
  return chromium.launch({
    executablePath: executable,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-gpu-compositing',
      '--disable-gpu-rasterization',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The pages of a context share a process, which has read the product's program after the first of them.
      '--process-per-site',
    ],
  })
}

let shared: Promise<Browser> | undefined

/** One for all files that a worker of the tests runs; it ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/** A fresh visitor's window, and what went wrong in it: errors, refused sources, calls to strangers. */
export interface Visit {
  context: BrowserContext
  page: Page
  /** Everything that should not have happened so far. */
  complaints: string[]
  /** Of those, the errors that nothing in the page caught: no story expects one. */
  uncaught: string[]
  /** What the page has asked for and not received yet, but the stream of events, which never ends. */
  pending: ReadonlySet<Request>
}

interface VisitorSettings {
  baseUrl: string
  width: Width
  /** Origins the page may speak to beside the product: the map's tiles. */
  allowed?: string[]
  dark?: boolean
  /** Console errors that belong to the story (a refused login is one). */
  expected?: RegExp
}

/** In a context of their own. */
export async function visit(browser: Browser, settings: VisitorSettings): Promise<Visit> {
  return openWindow(await newContext(browser, settings.baseUrl), settings)
}

export function newContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    viewport: widths[0],
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
}

export async function openWindow(context: BrowserContext, settings: VisitorSettings): Promise<Visit> {
  const { baseUrl, width, allowed = [], dark = false, expected } = settings
  const page = await context.newPage()
  await page.setViewportSize(width)
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const complaints: string[] = []
  const uncaught: string[] = []
  page.on('pageerror', (error) => {
    complaints.push(`error: ${error.message}`)
    uncaught.push(error.stack ?? error.message)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    if (expected?.test(message.text()) !== true) complaints.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    const isOwn = ['data:', 'blob:', baseUrl, ...allowed].some((start) => url.startsWith(start))
    if (!isOwn) complaints.push(`call to a stranger: ${new URL(url).origin}`)
  })
  return { context, page, complaints, uncaught, pending: requestsUnderWay(page) }
}

function requestsUnderWay(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    // What the page before it still waited for is given up.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear()
    if (new URL(request.url()).pathname !== events.stream.path) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/** Keeps a picture of the page among the artefacts, to be looked at by people: where they ask for pictures (`PICTURES=1`). */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] === undefined) return
  mkdirSync(artefacts, { recursive: true })
  await page.screenshot({ path: join(artefacts, `${name}.png`), fullPage: false })
}

/** The same at each of the widths. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await keepPicture(page, `${name}-${width.name}`)
  }
}
