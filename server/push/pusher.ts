import { daySeconds } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import { post } from '#server/platform/outgoing/http-post.ts'
import { encryptPush, longestPushBytes, type PushReceiver } from './encryption.ts'
import { isInternetUrl, lookupWithin, type Reach } from '#server/platform/outgoing/internet-address.ts'
import type { PushMessage } from './push-message.ts'
import { pushText } from './push-text.ts'
import { type VapidKeys, vapidHeader } from './vapid.ts'

/** A subscribed browser, and its address at its push service. */
export interface PushTarget extends PushReceiver {
  endpoint: string
}

/** The push service's answer. `GONE`: the browser is no longer subscribed. `LATER`: not now. `REFUSED`: never. */
export const pushOutcomes = ['TAKEN', 'GONE', 'LATER', 'REFUSED'] as const
export type PushOutcome = (typeof pushOutcomes)[number]

export interface Pusher {
  /** By which browsers recognise the sender, base64url. */
  publicKey: string
  /** Whether messages may be sent to an address at all. */
  accepts(endpoint: string): boolean
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
}

const timeoutMs = 10_000
/** All messages have this length: the push service learns when a message is sent and to whom, but not which. */
const messageBytes = 1_024
/** A phone that is off or without reception gets the message up to this much later. */
const keptSeconds = daySeconds

/** Sends by Web Push: encrypted for the browser (RFC 8291), in the sender's name (RFC 8292), urgent (RFC 8030). */
export function createPusher(parts: { keys: VapidKeys; subject: string; clock: Clock; reach: Reach }): Pusher {
  const { keys, subject, clock, reach } = parts
  return {
    publicKey: keys.publicKey.toString('base64url'),
    accepts: (endpoint) => isInternetUrl(endpoint, reach),
    async send(target, message) {
      // The rule may have become stricter since the address was stored.
      if (!isInternetUrl(target.endpoint, reach)) return 'REFUSED'
      const text = pushText(message, longestPushBytes)
      const url = new URL(target.endpoint)
      const status = await post(url, {
        body: encryptPush(text, target, messageBytes),
        headers: {
          authorization: vapidHeader(url, keys, subject, clock.now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keptSeconds),
          urgency: 'high',
        },
        timeoutMs,
        ...lookupWithin(reach),
      })
      return outcomeOf(status)
    },
  }
}

function outcomeOf(status: number | null): PushOutcome {
  if (status === null || status === 429 || status >= 500) return 'LATER'
  if (status === 404 || status === 410) return 'GONE'
  return status >= 200 && status < 300 ? 'TAKEN' : 'REFUSED'
}
