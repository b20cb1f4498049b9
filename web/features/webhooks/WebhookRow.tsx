import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { type Webhook, webhooks } from '#contract/webhooks/webhooks.ts'
import { Deliveries } from './Deliveries.tsx'
import { ChangeWebhook, type FreshSecret } from './WebhookForm.tsx'
import { webhooksTexts as texts } from './texts.ts'
import { hostOf, webhookInWords } from './webhook-words.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { EntryRow } from '#web/ui/text/EntryList.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { notify } from '#web/ui/text/notify.ts'

interface WebhookRowProps {
  webhook: Webhook
  devices: readonly Device[]
  now: Date
  onRenewed(fresh: FreshSecret): void
}

/** One webhook: what it is told, whether it takes it, and what can be done. */
export function WebhookRow({ webhook, devices: own, now, onRenewed }: WebhookRowProps) {
  const { id, url } = webhook
  const input = { params: { id } }
  const [isLogShown, setLogShown] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const nameOf = (deviceId: string) => own.find((device) => device.id === deviceId)?.deviceName
  const test = useAction(webhooks.test, [webhooks.deliveries])
  const resume = useAction(webhooks.resume, [webhooks.list])
  const renew = useAction(webhooks.renewSecret, [webhooks.list])
  const remove = useAction(webhooks.remove, [webhooks.list])
  const { told, devices, trouble, formerSecret } = webhookInWords(webhook, nameOf, now)
  const host = hostOf(url)
  const isPaused = webhook.paused !== null
  const done = (text: string) => ({
    onSuccess: () => notify('success', text),
    onError: (error: unknown) => notify('danger', messageOf(error)),
  })
  const failed = (error: unknown) => notify('danger', messageOf(error))
  return (
    <EntryRow name={host} isOver={isPaused} actions={null}>
      <Stack gap={2}>
        <div>
          <Small>{told}</Small>
          <Small>{devices}</Small>
          {formerSecret !== null && <Small>{formerSecret}</Small>}
        </div>
        {trouble !== null && (
          <Notice kind="warning" live={false}>
            {trouble}
          </Notice>
        )}
        <Row gap={2}>
          {isPaused ? (
            <Button kind="secondary" busy={resume.isPending} onClick={() => resume.mutate(input, done(texts.resumed))}>
              {texts.resume}
            </Button>
          ) : (
            <Button kind="secondary" busy={test.isPending} onClick={() => test.mutate(input, done(texts.tested))}>
              {texts.test}
            </Button>
          )}
          <Button kind="quiet" aria-expanded={isLogShown} onClick={() => setLogShown(!isLogShown)}>
            {isLogShown ? texts.log.hide : texts.log.show}
          </Button>
          <Button
            kind="quiet"
            aria-expanded={isChanging}
            aria-label={texts.changeOf(host)}
            onClick={() => setChanging(!isChanging)}
          >
            {texts.change}
          </Button>
          <AskingButton
            action={texts.renew}
            title={texts.renewTitle(host)}
            busy={renew.isPending}
            onConfirm={(close) =>
              void renew
                .mutateAsync(input)
                .then(({ secret }) => onRenewed({ url, secret }))
                .catch(failed)
                .finally(close)
            }
          >
            <p>{texts.renewText}</p>
          </AskingButton>
          <AskingButton
            action={texts.remove}
            title={texts.removeTitle(host)}
            busy={remove.isPending}
            onConfirm={(close) =>
              void remove
                .mutateAsync(input)
                .then(() => notify('success', texts.removed))
                .catch(failed)
                .finally(close)
            }
          >
            <p>{texts.removeText}</p>
          </AskingButton>
        </Row>
        {isChanging && <ChangeWebhook webhook={webhook} devices={own} onClose={() => setChanging(false)} />}
        {isLogShown && <Deliveries id={id} host={host} />}
      </Stack>
    </EntryRow>
  )
}
