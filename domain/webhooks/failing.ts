import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { PauseReason } from '#contract/webhooks/webhooks.ts'
import { dayMs } from '#contract/base/time-units.ts'

export interface WebhookHealth {
  /** Since when nothing was taken; null: the last delivery was. */
  failingSince: Date | null
  paused: PauseReason | null
}

/** Its address is gone for good, as Standard Webhooks says. */
const goneStatus = 410

/** Of a webhook that was not paused, after a try. @param httpStatus null: nothing answered in time. */
export function healthAfter(
  { failingSince }: Pick<WebhookHealth, 'failingSince'>,
  httpStatus: number | null,
  now: Date,
): WebhookHealth {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { failingSince: null, paused: null }
  const since = failingSince ?? now
  if (httpStatus === goneStatus) return { failingSince: since, paused: 'GONE' }
  const isOver = now.getTime() - since.getTime() >= webhooksLimits.failingDays * dayMs
  return { failingSince: since, paused: isOver ? 'FAILING' : null }
}
