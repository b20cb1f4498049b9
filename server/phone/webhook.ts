import type { Clock } from '#server/platform/clock.ts'
import { post } from '#server/platform/outgoing/http-post.ts'
import { signatureOf } from '#server/platform/outgoing/webhook-signature.ts'
import type { PhoneOutcome, PhoneProvider } from './phone-provider.ts'

interface Webhook {
  /** Chosen by the operator alone, never by a user. So it may be on any network. */
  url: string
  secret: string
  clock: Clock
  timeoutMs: number
}

/**
 * Hands messages to a webhook of the operator, signed as Standard Webhooks says, so that receivers can use its libraries:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (docs/alert-webhook.md).
 */
export function createPhoneWebhook({ url, secret, clock, timeoutMs }: Webhook): PhoneProvider {
  const address = new URL(url)
  return {
    async send({ id, ...message }) {
      const body = Buffer.from(JSON.stringify({ type: 'phone.message', ...message }))
      const seconds = String(Math.floor(clock.now().getTime() / 1000))
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': signatureOf(secret, id, seconds, body),
      }
      return outcomeOf(await post(address, { body, headers, timeoutMs }))
    },
  }
}

/** A wrong password, a redirect or a moved address is the operator's mistake, and may be corrected before the last try. */
function outcomeOf(status: number | null): PhoneOutcome {
  if (status === 410 || status === 422) return 'REFUSED'
  return status !== null && status >= 200 && status < 300 ? 'TAKEN' : 'LATER'
}
