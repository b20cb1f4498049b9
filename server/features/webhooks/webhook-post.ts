import { webhooksServerLimits } from '#contract/webhooks/webhooks-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { post } from '#server/platform/outgoing/http-post.ts'
import { isInternetUrl, lookupWithin, type Reach } from '#server/platform/outgoing/internet-address.ts'
import { signatureOf } from '#server/platform/outgoing/webhook-signature.ts'

/** Posts a signed body. Null: the address may not be called, or did not answer in time. */
export type PostToWebhook = (
  target: { url: string; secrets: readonly string[] },
  id: string,
  body: string,
  now: Date,
) => Promise<number | null>

/**
 * Signs as Standard Webhooks says, by each secret. Redirects are not followed, no more than the head of the answer is read, and a
 * name that leads to a private address is not called.
 */
export function createPostToWebhook(reach: Reach): PostToWebhook {
  return async ({ url, secrets }, id, text, now) => {
    // The rule may have become stricter since the address was stored.
    if (!isInternetUrl(url, reach, 'free')) return null
    const body = Buffer.from(text)
    const seconds = String(Math.floor(now.getTime() / secondMs))
    return post(new URL(url), {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Wegwarte',
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': secrets.map((secret) => signatureOf(secret, id, seconds, body)).join(' '),
      },
      timeoutMs: webhooksServerLimits.timeoutMs,
      ...lookupWithin(reach),
    })
  }
}
