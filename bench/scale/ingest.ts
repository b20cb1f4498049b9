import { Agent, request } from 'node:http'
import { daySeconds } from '#contract/base/time-units.ts'
import { processorSecondsOf } from '#bench/pois/figures.ts'
import { imeiOf } from '#bench/tracking/imei.ts'
import { clockFrom } from '#server/platform/clock.ts'
import type { Connection } from '#server/db/connection/database.ts'
import { startProductProcess } from '#server/testing/product-process.ts'

/** Each reports as fast as it is answered, below the limit of one device (`devicesLimits.reportsPerMinute`). */
interface Reporting {
  tokens: readonly string[]
  reportsEach: number
}

/** What processes with the role `api` do with positions that devices report all at once. */
interface Ingest {
  positions: number
  perSecond: number
  /** Processor time of these processes for each position. */
  msEach: number
}

export async function ingestBy(
  processes: number,
  { database }: Pick<Connection, 'database'>,
  settings: Record<string, string>,
  { tokens, reportsEach }: Reporting,
): Promise<Ingest> {
  const start = () => startProductProcess({ ...settings, ROLES: 'api' })
  const running = await Promise.all(Array.from({ length: processes }, start))
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length })
  const firstSecond = Math.floor(clockFrom().now().getTime() / 1000) - daySeconds
  const drive = async (device: number, from: number, count: number) => {
    const url = `${running[device % processes]?.url}/api/devices/device-${imeiOf(device)}/position`
    for (let number = from; number < from + count; number += 1) {
      const recordedAt = new Date((firstSecond + number) * 1000).toISOString()
      const status = await post(agent, url, tokens[device] ?? '', { latitude: 49.5, longitude: 8.25, recordedAt })
      if (status !== 201) throw new Error(`a position was answered with ${status}`)
    }
  }
  const all = (from: number, count: number) => Promise.all(tokens.map((_, device) => drive(device, from, count)))
  // Compiled and connected first.
  const warming = Math.ceil(reportsEach / 5)
  await all(0, warming)
  const cpuSeconds = () => running.reduce((sum, one) => sum + processorSecondsOf(one.id()), 0)
  const [cpuBefore, since] = [cpuSeconds(), performance.now()]
  await all(warming, reportsEach)
  const seconds = (performance.now() - since) / 1000
  const cpu = cpuSeconds() - cpuBefore
  agent.destroy()
  for (const one of running) await one.stop()
  const positions = tokens.length * reportsEach
  const { stored } = await database
    .selectFrom('positions')
    .select(({ fn }) => fn.countAll<string>().as('stored'))
    .executeTakeFirstOrThrow()
  const sent = tokens.length * (warming + reportsEach)
  if (Number(stored) !== sent) throw new Error(`sent ${sent}, stored ${stored}`)
  return { positions, perSecond: positions / seconds, msEach: (cpu * 1000) / positions }
}

function post(agent: Agent, url: string, token: string, body: unknown): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asking = request(url, { agent, method: 'POST', headers })
    asking.on('error', reject)
    asking.on('response', (response) => response.on('end', () => resolve(response.statusCode)).resume())
    asking.end(JSON.stringify(body))
  })
}
