import { launch, type Page } from 'puppeteer-core'
import type { BrowserKind, BrowserWindow } from './browser-window.ts'
import { startVirtualDisplay } from './virtual-display.ts'

const patienceMs = 20_000

/** Firefox with a window: without one it draws no maps. */
export const firefox: BrowserKind = {
  name: 'Firefox',
  fillsEmptyTimes: false,
  async open({ dark }) {
    const display = await startVirtualDisplay()
    const browser = await launch({
      browser: 'firefox',
      executablePath: '/usr/bin/firefox-esr',
      headless: false,
      env: display.env,
      extraPrefsFirefox: {
        'webgl.force-enabled': true,
        'intl.accept_languages': 'de-DE, de',
        'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
        'ui.prefersReducedMotion': 1,
        // As in the stories: else each visitor fetches the whole app in the background, and leaving a page meanwhile is an error.
        'dom.serviceWorkers.enabled': false,
      },
    })
    const [page = await browser.newPage()] = await browser.pages()
    return windowOf(page, async () => {
      await browser.close()
      await display.close()
    })
  },
}

async function windowOf(page: Page, close: () => Promise<void>): Promise<BrowserWindow> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.evaluateOnNewDocument(() => {
    // What the console says comes as text: an error in it would be told without its words.
    const { error: say } = console
    // oxlint-disable-next-line no-console -- runs in the page
    console.error = (...words: unknown[]) => say(...words.map((word) => (word instanceof Error ? String(word) : word)))
    // Firefox reports what the policy refused only in its own console.
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      // oxlint-disable-next-line no-console -- runs in the page
      console.error(`refused by the policy: ${effectiveDirective} ${blockedURI} in ${sourceFile}`)
    })
  })
  const alerts = alertsOf(page)
  return {
    open: async (url) => void (await page.goto(url)),
    resize: ({ width, height }) => page.setViewport({ width, height }),
    run: async (work, ...args) => {
      const result: unknown = await page.evaluate(`(${work.toString()})(...${JSON.stringify(args)})`)
      return result as ReturnType<typeof work>
    },
    load: async (script) => void (await page.evaluate(script)),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    acceptAlert: () => alerts.next(),
    picture: async () => Buffer.from(await page.screenshot()),
    complaints: async () => complaints.splice(0),
    close,
  }
}

/** Accepts alerts as they come, and keeps their words for later. */
function alertsOf(page: Page): { next(): Promise<string> } {
  const messages: string[] = []
  let wake: (() => void) | undefined
  page.on('dialog', (dialog) => {
    messages.push(dialog.message())
    void dialog.accept().then(() => wake?.())
  })
  return {
    async next() {
      const came = new Promise<void>((resolve, reject) => {
        wake = resolve
        // Timed: how long to wait at most.
        setTimeout(() => reject(new Error('no alert came')), patienceMs).unref()
      })
      if (messages.length === 0) await came
      return messages.shift() ?? ''
    },
  }
}
