import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { subscribeOwntracks, type SubscribeOptions } from '#server/protocols/owntracks/owntracks-mqtt.ts'

/** Messages of several trackers, a second apart, that wait at a broker. */
export const backlog = z.object({
  identities: z.array(z.string()),
  firstSecond: z.number(),
  messages: z.number(),
  /** How many the broker sends before it waits for acknowledgements. */
  inFlight: z.number(),
})
export type Backlog = z.output<typeof backlog>

/** What its broker says: first where it is, then how it went. */
export const told = z.union([
  z.object({ url: z.string() }),
  z.object({ perSecond: z.number(), connections: z.number(), deliveries: z.number() }),
])

/** Takes in a backlog, from the subscription to the last acknowledgement. @throws if the connection was cut meanwhile. */
export async function takeInBacklog(
  given: Backlog,
  options: Omit<SubscribeOptions, 'url' | 'clientId'>,
): Promise<{ perSecond: number }> {
  const worker = new Worker(new URL('./broker.ts', import.meta.url), { workerData: given })
  const answer = async () => {
    const [message]: unknown[] = await once(worker, 'message')
    return told.parse(message)
  }
  const begun = await answer()
  if (!('url' in begun)) throw new Error('the broker did not start')
  const ended = answer()
  const subscription = subscribeOwntracks({ ...options, url: begun.url, clientId: 'bench' })
  const result = await ended
  await subscription.close()
  if ('url' in result || result.connections !== 1 || result.deliveries !== given.messages) {
    throw new Error('the backlog was not taken in over one connection')
  }
  return result
}
