import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { events } from '#contract/events/events.ts'

/** The two widths everything must work at: a phone's and a desktop's. */
export const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const
export type Width = (typeof widths)[number]

/** Where Chromium is, as a system package. */
export const wholeBrowser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
/** Chromium's engine without a browser around it: the same pages in two thirds of the time. */
const shell = ['/usr/bin/chromium-headless-shell'].find(existsSync)
const artefacts = 'artefacts'

/** `page`: only the engine that shows pages. `whole`: a complete browser, with the permission for notifications, say. */
export type BrowserKind = 'page' | 'whole'

/**
 * A browser that draws maps without a graphics card and sends no requests of its own.
 * @param more arguments besides these.
 */
export function launchBrowser(kind: BrowserKind, more: string[] = []): Promise<Browser> {
  if (wholeBrowser === undefined) throw new Error('Chromium fehlt: bitte als Systempaket installieren (chromium)')
  return chromium.launch({
    executablePath: kind === 'page' ? (shell ?? wholeBrowser) : wholeBrowser,
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
      // The pages of a context share a process, which has read the product's code after the first page.
      '--process-per-site',
      ...more,
    ],
  })
}

/** A story's page lives for seconds: optimising its code takes a twelfth of the browser's time, and never pays. */
const withoutOptimising = '--js-flags=--no-turbofan --no-maglev'
const shared = new Map<BrowserKind, Promise<Browser>>()

/** One browser of each kind for all test files of a worker; it ends with the worker. */
export function sharedBrowser(kind: BrowserKind = 'page'): Promise<Browser> {
  const browser = shared.get(kind) ?? launchBrowser(kind, [withoutOptimising])
  shared.set(kind, browser)
  return browser
}

/** A new visitor's window, and what went wrong in it: errors, blocked sources, requests to other hosts. */
export interface Visit {
  context: BrowserContext
  page: Page
  /** Everything that should not have happened so far. */
  complaints: string[]
  /** The uncaught errors among them: no story expects one. */
  uncaught: string[]
  /** The requests of the page without an answer so far, except the event stream, which never ends. */
  pending: ReadonlySet<Request>
}

interface VisitorSettings {
  baseUrl: string
  width: Width
  /** Origins that the page may call besides the product: the map's tiles. */
  allowed?: string[]
  dark?: boolean
  /** Console errors that belong to the story (a refused login is one). */
  expected?: RegExp
}

/** Opens a window for a visitor, in a separate context. */
export async function visit(browser: Browser, settings: VisitorSettings): Promise<Visit> {
  return openWindow(await newContext(browser, settings.baseUrl), settings)
}

/** @param serviceWorkers allowed where a story is about them: each would fetch the whole app in the background. */
export function newContext(
  browser: Browser,
  baseURL: string,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    serviceWorkers,
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
    // A navigation cancels what the previous page was still waiting for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear()
    if (new URL(request.url()).pathname !== events.stream.path) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/** Whether people have asked for pictures of the screens (`PICTURES=1`). */
export const keepsPictures = process.env['PICTURES'] !== undefined

/** Saves a picture of the page in `artefacts`, for people to look at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!keepsPictures) return
  mkdirSync(artefacts, { recursive: true })
  await page.screenshot({ path: join(artefacts, `${name}.png`), fullPage: false })
}

/** The same at each width. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await keepPicture(page, `${name}-${width.name}`)
  }
}
