import { useState } from 'react'
import { devices } from '#contract/devices/devices.ts'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import { webhooks } from '#contract/webhooks/webhooks.ts'
import { type FreshSecret, NewWebhook } from './WebhookForm.tsx'
import { webhooksTexts as texts } from './texts.ts'
import { hostOf } from './webhook-words.ts'
import { WebhookRow } from './WebhookRow.tsx'
import { useCall } from '#web/api/queries/queries.ts'
import { useNow } from '#web/browser/clock.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { EntryList } from '#web/ui/text/EntryList.tsx'
import { SecretOnce } from '#web/ui/text/SecretOnce.tsx'

/** Which programs get events, at which addresses. */
export function WebhooksCard() {
  return (
    <Card title={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        <Small>{texts.ends}</Small>
        <Webhooks />
      </CardParts>
    </Card>
  )
}

function Webhooks() {
  const now = useNow(60_000)
  const own = useCall(devices.list)
  const { data, error, isFetching, refetch } = useCall(webhooks.list)
  const [isOpen, setOpen] = useState(false)
  const [fresh, setFresh] = useState<FreshSecret | null>(null)
  if (data === undefined || own.data === undefined) {
    const problem = error ?? own.error
    if (problem === null) return <Small>{texts.loading}</Small>
    const again = () => void Promise.all([refetch(), own.refetch()])
    return <LoadFailure title={texts.failed} error={problem} busy={isFetching} onRetry={again} />
  }
  const vehicles = own.data
  const show = (made: FreshSecret) => {
    setOpen(false)
    setFresh(made)
  }
  const isFull = data.webhooks.length >= webhooksLimits.perAccount
  return (
    <>
      {data.webhooks.length === 0 ? (
        <Small>{texts.none}</Small>
      ) : (
        <EntryList label={texts.list}>
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} devices={vehicles} now={now} onRenewed={show} />
          ))}
        </EntryList>
      )}
      {fresh !== null ? (
        <SecretOnce
          title={texts.fresh.title(hostOf(fresh.url))}
          text={texts.fresh.text}
          value={fresh.secret}
          words={texts.fresh}
          onDone={() => setFresh(null)}
        >
          <Small>{texts.fresh.howTo}</Small>
        </SecretOnce>
      ) : isOpen ? (
        <NewWebhook devices={vehicles} onMade={show} onClose={() => setOpen(false)} />
      ) : isFull ? (
        <Small>{texts.full}</Small>
      ) : (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {texts.add}
        </Button>
      )}
    </>
  )
}
