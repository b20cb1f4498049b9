import { webhooks } from '#contract/webhooks/webhooks.ts'
import { webhooksTexts } from './texts.ts'
import { deliveryInWords } from './webhook-words.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'

const texts = webhooksTexts.log
/** While it is looked at: a test arrives within seconds. */
const everyMs = 3_000

/** What went to a webhook, and what became of it. */
export function Deliveries({ id, host }: { id: string; host: string }) {
  const { data, error, isFetching, refetch } = useCall(
    webhooks.deliveries,
    { params: { id } },
    { refetchInterval: everyMs },
  )
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data.deliveries.length === 0) return <Small>{texts.none}</Small>
  return (
    <PlainList gap={2} aria-label={texts.of(host)}>
      {data.deliveries.map((delivery) => {
        const { what, when, fate } = deliveryInWords(delivery)
        return (
          <li key={`${delivery.at} ${delivery.type}`}>
            {what}
            <Small>
              {when}: {fate}
            </Small>
          </li>
        )
      })}
    </PlainList>
  )
}
