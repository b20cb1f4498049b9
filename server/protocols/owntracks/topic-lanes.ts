import { setTimeout as sleep } from 'node:timers/promises'

export interface LanePauses {
  /** Before what failed is tried again; doubled each time, up to the longest. */
  firstMs: number
  longestMs: number
}

/**
 * Works off messages of many topics side by side. Those of one topic keep their order: what comes while some of them are in
 * work waits, and is then handed over together, behind those that have to be tried again.
 * @param work gives back the messages that have to be tried again, in their order; it never rejects.
 */
export function createTopicLanes<Message>(
  work: (messages: readonly Message[]) => Promise<readonly Message[]>,
  { firstMs, longestMs }: LanePauses,
  /** Ends with the connection: what is not in work then is given up, because the broker sends it again. */
  given: AbortSignal,
) {
  const lanes = new Map<string, Message[]>()
  const running = new Set<Promise<void>>()

  const workOff = async (topic: string, waiting: Message[]) => {
    let pauseMs = firstMs
    while (waiting.length > 0 && !given.aborted) {
      const failed = await work(waiting.splice(0))
      waiting.unshift(...failed)
      if (failed.length === 0) pauseMs = firstMs
      else {
        // A signal that ends the pause is seen by the loop.
        await sleep(pauseMs, undefined, { signal: given }).catch(() => undefined)
        pauseMs = Math.min(pauseMs * 2, longestMs)
      }
    }
    lanes.delete(topic)
  }

  return {
    add(topic: string, message: Message): void {
      if (given.aborted) return
      const waiting = lanes.get(topic)
      if (waiting !== undefined) return void waiting.push(message)
      const lane = [message]
      lanes.set(topic, lane)
      const run = workOff(topic, lane).finally(() => running.delete(run))
      running.add(run)
    },

    /** Resolves when nothing is in work any more. */
    async idle(): Promise<void> {
      await Promise.all(running)
    },
  }
}
