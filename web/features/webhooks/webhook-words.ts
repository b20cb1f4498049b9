import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { germanOClock, germanTime } from '#domain/time/fix-time.ts'
import { webhookEventWords } from '#domain/webhooks/webhook-events.ts'
import { webhooksTexts as texts } from './texts.ts'

/** The path of an address is often a secret, and long. */
export function hostOf(url: string): string {
  return new URL(url).host
}

/** What a webhook is told, of which vehicles, and whether it takes it. */
export function webhookInWords(webhook: Webhook, nameOf: (deviceId: string) => string | undefined, now: Date) {
  const { events, places, deviceIds, failingSince, formerSecretUntil, paused } = webhook
  const names = deviceIds.flatMap((id) => nameOf(id) ?? [])
  const told = events.map((event) => webhookEventWords[event]).join(', ')
  const isFormerValid = formerSecretUntil !== null && new Date(formerSecretUntil) > now
  return {
    told: `${told}; ${places ? texts.withPlace : texts.withoutPlace}`,
    devices: texts.devices(names),
    trouble: troubleOf(paused, failingSince),
    formerSecret: isFormerValid ? texts.formerSecret(germanTime(new Date(formerSecretUntil))) : null,
  }
}

function troubleOf(paused: Webhook['paused'], failingSince: string | null): string | null {
  if (paused !== null) return texts.paused[paused]
  return failingSince === null ? null : texts.failing(germanTime(new Date(failingSince)))
}

/** What was delivered, when, and what became of it. */
export function deliveryInWords({ type, at, state, tries, status, nextAt }: WebhookDelivery) {
  const words = texts.log
  const answered = status === null ? words.noAnswer : words.status(status)
  const fate = [
    words.states[state],
    ...(tries > 0 && state !== 'STOPPED' ? [answered, words.tries(tries)] : []),
    ...(state === 'WAITING' && nextAt !== null ? [words.next(germanOClock(new Date(nextAt)))] : []),
  ]
  return {
    what: type === 'test' ? words.test : webhookEventWords[type],
    when: germanTime(new Date(at)),
    fate: fate.join(', '),
  }
}
