/* The product, or a bare Fastify that answers the same as /api/time, in a process of its own that tells what it has used. */
import Fastify from 'fastify'
import { pino } from 'pino'
import { readSettings } from '#server/config.ts'
import { startProduct } from '#server/product.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'

const [what, folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('needs what to start and a folder')
const settings = { PORT: '0', DATA_DIR: folder, DEMO: '1', FEEDS: '0', ...anyGatewayPorts }
const url = what === 'bare' ? await bare() : await product()
process.on('message', () => process.send?.({ cpuMicros: cpuMicros() }))
process.send?.({ url })

async function bare(): Promise<string> {
  const app = Fastify()
  app.get('/api/time', async () => ({
    success: true,
    data: { now: new Date().toISOString(), timeZone: 'Europe/Berlin' },
  }))
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** With a line of the log for each request, as it runs, but nobody who reads them. */
async function product(): Promise<string> {
  const log = pino({ base: null }, pino.destination('/dev/null'))
  return (await startProduct(readSettings(settings), log)).url
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
