/*
 * The product with a clock that runs fast, which no setting allows (docs/decisions/0074-a-clock-that-runs-fast.md), and with
 * push services on this machine. Arguments: how many times as fast, and since when.
 */
import { pino } from 'pino'
import { readSettings } from '#server/config.ts'
import { openForProduct } from '#server/db/connection/opening.ts'
import { startProduct } from '#server/product.ts'

const [times, since] = process.argv.slice(2)
if (since === undefined) throw new Error('needs how fast the clock runs, and since when')
const settings = readSettings(process.env)
const log = pino({ level: settings.LOG_LEVEL })
const stopped = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  process.once('disconnect', () => resolve('its parent has ended'))
})
const pace = Number(times) === 1 ? null : { times: Number(times), since: new Date(since) }
const product = await startProduct(settings, log, openForProduct(settings, log), { reach: 'loopback', pace })
console.log(`Wegwarte läuft: ${product.url}`)
await Promise.race([stopped, product.broken])
await product.close()
process.exit()
