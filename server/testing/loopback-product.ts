/* The product as a process that reaches push services on loopback, which those of tests are; the rest is as in `main.ts`. */
import { pino } from 'pino'
import { readSettings } from '#server/config.ts'
import { startProduct } from '#server/product.ts'

const settings = readSettings(process.env)
const product = await startProduct(settings, pino({ level: settings.LOG_LEVEL }), undefined, { reach: 'loopback' })
const stop = () =>
  void product.close().finally(() => {
    if (process.connected) process.disconnect()
  })
process.once('SIGTERM', stop)
process.once('disconnect', stop)
process.stdout.write(`Wegwarte läuft: ${product.url}\n`)
