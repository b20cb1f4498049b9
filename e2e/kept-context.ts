import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newContext } from './browser.ts'

/**
 * A browser context that visitors use one after the other. Its process lives on and has already read the product's code.
 * Each visitor finds it as if nobody had used it before.
 */
interface KeptContext {
  context: BrowserContext
  /** Its only page between two visitors; without one the process would end. */
  keeper: Page
  origin: string
}

/** By the product's address. */
const free = new Map<string, KeptContext>()

/** Takes a context that nobody is using. */
export async function takeContext(browser: Browser, origin: string): Promise<KeptContext> {
  const kept = free.get(origin)
  free.delete(origin)
  if (kept !== undefined) return kept
  const context = await newContext(browser, origin)
  const keeper = await context.newPage()
  await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await keeper.goto('/')
  return { context, keeper, origin }
}

/** Forgets everything that a visitor has done. */
export async function returnContext(kept: KeptContext): Promise<void> {
  const { context, keeper, origin } = kept
  // A story may have closed the context itself.
  if (keeper.isClosed()) return
  for (const page of context.pages()) if (page !== keeper) await page.close()
  await context.unrouteAll()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setGeolocation(null)
  const devtools = await context.newCDPSession(keeper)
  await devtools.send('Network.clearBrowserCache')
  const storageTypes = 'file_systems,indexeddb,local_storage,service_workers,cache_storage'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
  // Two visitors at the same time need two contexts, but one is enough to keep. And an answer about the position cannot be undone.
  if (free.has(origin) || (await positionAnswer(keeper)) !== 'prompt') await context.close()
  else free.set(origin, kept)
}

/** The browser's answer to pages that asked for the position. */
export function positionAnswer(page: Page): Promise<PermissionState> {
  return page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state)
}
