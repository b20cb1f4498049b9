/* A broker with a backlog, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import type * as z from 'zod'
import { startQueueingBroker } from '#server/protocols/testing/queueing-broker.ts'
import { backlog, type Backlog, type told } from './backlog.ts'

await serve(backlog.parse(workerData))

async function serve({ identities, firstSecond, messages, inFlight }: Backlog): Promise<void> {
  const broker = await startQueueingBroker({ inFlight })
  for (let number = 0; number < messages; number += 1) {
    const place = { lat: 49 + (number % 1000) / 10_000, lon: 8.4037, vel: 20, cog: 90, alt: 115, acc: 5 }
    const said = JSON.stringify({ _type: 'location', ...place, tst: firstSecond + number })
    broker.queue(`owntracks/anna/${identities[number % identities.length]}`, said)
  }
  // This is a port between threads, not between windows, so there is no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const tell = (message: z.output<typeof told>) => parentPort?.postMessage(message)
  tell({ url: broker.url })
  let startedAt: number | null = null
  const timer = setInterval(() => {
    if (broker.deliveries > 0) startedAt ??= performance.now()
    if (startedAt === null || broker.left() > 0) return
    clearInterval(timer)
    const { connections, deliveries } = broker
    tell({ perSecond: messages / ((performance.now() - startedAt) / 1000), connections, deliveries })
    void broker.close()
  }, 1)
}
