/* Starts the product from its environment, prints where it is, and stops it cleanly. */
import { flushCompileCache } from 'node:module'
import { hostname } from 'node:os'
import { pino } from 'pino'
import { ConfigProblem, readSettings, type Settings } from '#server/config.ts'
import { openForProduct } from '#server/db/connection/opening.ts'
import type { Product } from '#server/product.ts'
import { findingsIn, sentencesOf } from '#server/setting-rules.ts'
import { version } from '#server/platform/version.ts'

/** EX_SOFTWARE of sysexits.h: a service manager may start it again. */
const brokenCode = 70
const closePatienceMs = 15_000

process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const settings = readSettings(process.env)
    const log = pino({
      level: settings.LOG_LEVEL,
      base: { pid: process.pid, hostname: hostname(), roles: settings.ROLES.join(','), version },
    })
    const opening = openForProduct(settings, log)
    const { startProduct } = await import('#server/product.ts')
    const product = await startProduct(settings, log, opening)
    // Listens for signals before the product reports that it runs, because it may be stopped right after that.
    const stopped = untilStopped()
    greet(settings, product)
    // Saved for the next start now, because a killed process saves nothing.
    flushCompileCache()
    const reason = await Promise.race([stopped, product.broken])
    if (reason !== undefined) {
      console.error(`Wegwarte endet: ${reason}`)
      // A part that waits for the database must not keep an ended product alive.
      setTimeout(() => process.exit(brokenCode), closePatienceMs).unref()
    }
    await product.close()
    // An open channel to the parent would keep an ended product alive: signals may reach it and not its parent.
    if (process.connected) process.disconnect()
    return reason === undefined ? 0 : brokenCode
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    console.error(`Wegwarte startet nicht: ${error.message}`)
    return 1
  }
}

function greet(settings: Settings, product: Product): void {
  const url = settings.PORT === 0 ? product.url : settings.PUBLIC_URL
  console.log(`Wegwarte läuft: ${url}`)
  for (const warning of sentencesOf(findingsIn(settings), 'warned')) console.log(`Achtung: ${warning}`)
  if (settings.DEMO) console.log('Demowelt: auf der Anmeldeseite „Demokonto ausprobieren“ wählen.')
  if (settings.SMTP_URL === undefined) console.log(`E-Mails liegen unter ${url}/dev/mail`)
}

/** Ctrl-C, a service manager's SIGTERM, a terminal that was closed, or the end of a parent that started us with a channel. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    process.once('disconnect', () => resolve())
  })
}
