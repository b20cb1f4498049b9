import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Builder, Capabilities, Key as Keys, Origin, until, type WebDriver } from 'selenium-webdriver'
import { freePort } from '#server/testing/free-port.ts'
import type { BrowserKind, BrowserWindow, Key } from './browser-window.ts'
import { startVirtualDisplay } from './virtual-display.ts'

const windowProgram = fileURLToPath(new URL('webkit-window.js', import.meta.url))
const patienceMs = 20_000

/** WebKitGTK, the engine of Safari as Debian has it. */
export const webkit: BrowserKind = {
  name: 'WebKit',
  fillsEmptyTimes: true,
  async open({ dark }) {
    const display = await startVirtualDisplay()
    const port = await freePort()
    const server = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: display.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = listenTo(server)
    const driver = await connect(port, dark)
    return windowOf(driver, said, async () => {
      // Not closed by the driver, which never answers once its last window is closed. The window ends with its display.
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      await display.close()
    })
  },
}

async function connect(port: number, dark: boolean): Promise<WebDriver> {
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(`${url}/status`)
  return new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: 'webkit-window',
        unhandledPromptBehavior: 'accept',
        'webkitgtk:browserOptions': {
          binary: '/usr/bin/gjs',
          args: ['-m', windowProgram, ...(dark ? ['--dark'] : [])],
        },
      }),
    )
    .build()
}

async function untilAnswered(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      await fetch(url)
      return
    } catch {
      // Timed: how often it asks.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('WebKitWebDriver does not answer')
}

interface Said {
  /** Lines of the console, oldest first; reading removes them. */
  lines: string[]
  /** Waits until a line with these words has come. */
  has(words: string): Promise<void>
}

/** WebKit writes what its console says to the driver's error channel. */
function listenTo(server: ChildProcess): Said {
  const lines: string[] = []
  const waiting = new Map<string, () => void>()
  let rest = ''
  server.stderr?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts.filter((part) => part.includes('CONSOLE'))) {
      const word = [...waiting.keys()].find((words) => line.includes(words))
      if (word === undefined) lines.push(line)
      else waiting.get(word)?.()
    }
  })
  return {
    lines,
    has: (words) => new Promise((resolve) => waiting.set(words, resolve)),
  }
}

/**
 * Not faults: this build of WebKit does not know manifests, a page that was left stops loading, and an observer of sizes may
 * hear of a change one picture later (the app takes none of these remarks for an error either: `web/app/start/connect.ts`).
 */
const isHarmless =
  /Unrecognized Content-Security-Policy directive 'manifest-src'|Cannot load .* due to access control checks|ResizeObserver loop completed with undelivered notifications/i

const keys: Record<Key, string> = { Enter: Keys.ENTER, Escape: Keys.ESCAPE, Tab: Keys.TAB }

function windowOf(driver: WebDriver, said: Said, close: () => Promise<void>): BrowserWindow {
  let marks = 0
  return {
    open: (url) => driver.get(url),
    async resize({ width, height }) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height })
    },
    run: (work, ...args) => driver.executeScript(`return (${work.toString()})(...arguments)`, ...args),
    load: (script) => driver.executeScript(script),
    async click(x, y) {
      await driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform()
    },
    async type(text) {
      await driver.actions().sendKeys(text).perform()
    },
    async press(key) {
      await driver.actions().sendKeys(keys[key]).perform()
    },
    async acceptAlert() {
      const alert = await driver.wait(until.alertIsPresent(), patienceMs)
      const words = await alert.getText()
      await alert.accept()
      return words
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async complaints() {
      // When the mark has arrived, everything before it has arrived, too.
      const mark = `mark ${(marks += 1)} of the tests`
      const seen = said.has(mark)
      await driver.executeScript('console.log(arguments[0])', mark)
      await seen
      return said.lines.splice(0).filter((line) => /\bCONSOLE (?:[A-Z]+ )?ERROR /.test(line) && !isHarmless.test(line))
    },
    close,
  }
}
