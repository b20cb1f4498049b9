import { type FormEvent, useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import {
  type Webhook,
  type WebhookEntry,
  webhookEntry,
  type WebhookEvent,
  webhookEvents,
  webhooks,
} from '#contract/webhooks/webhooks.ts'
import { webhookEventWords } from '#domain/webhooks/webhook-events.ts'
import { webhooksTexts } from './texts.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { DeviceChecks } from '#web/shared/devices/DeviceChecks.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { type FieldErrors, mistakesOf } from '#web/forms/form.ts'
import { CheckGroup } from '#web/ui/controls/CheckGroup.tsx'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'

const texts = webhooksTexts.form
const eventChoices = webhookEvents.map((value) => ({
  value,
  name: webhookEventWords[value],
  detail: webhooksTexts.events[value],
}))

/** A secret that was just made, and whose it is. */
export interface FreshSecret {
  url: string
  secret: string
}

interface NewWebhookProps {
  devices: readonly Device[]
  onMade(made: FreshSecret): void
  onClose(): void
}

/** Which address is told what, of which vehicles. */
export function NewWebhook({ devices, onMade, onClose }: NewWebhookProps) {
  const make = useAction(webhooks.make, [webhooks.list])
  return (
    <WebhookForm
      start={{ url: '', events: [...webhookEvents], places: false, deviceIds: devices.map(({ id }) => id) }}
      devices={devices}
      action={texts.submit}
      error={make.error}
      busy={make.isPending}
      onSubmit={(body) =>
        make.mutate({ body }, { onSuccess: ({ webhook, secret }) => onMade({ url: webhook.url, secret }) })
      }
      onClose={onClose}
    />
  )
}

interface ChangeWebhookProps {
  webhook: Webhook
  devices: readonly Device[]
  onClose(): void
}

/** Another address, other events or vehicles; its secret stays. */
export function ChangeWebhook({ webhook, devices, onClose }: ChangeWebhookProps) {
  const change = useAction(webhooks.change, [webhooks.list])
  const onSuccess = () => {
    notify('success', webhooksTexts.changed)
    onClose()
  }
  return (
    <WebhookForm
      start={webhook}
      devices={devices}
      action={texts.save}
      error={change.error}
      busy={change.isPending}
      onSubmit={(body) => change.mutate({ params: { id: webhook.id }, body }, { onSuccess })}
      onClose={onClose}
    />
  )
}

interface WebhookFormProps {
  start: WebhookEntry
  devices: readonly Device[]
  action: string
  error: CallProblem | null
  busy: boolean
  onSubmit(entry: WebhookEntry): void
  onClose(): void
}

function WebhookForm({ start, devices, action, error, busy, onSubmit, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(start.url)
  const [events, setEvents] = useState<readonly WebhookEvent[]>(start.events)
  const [chosen, setChosen] = useState<readonly string[]>(start.deviceIds)
  const [places, setPlaces] = useState(start.places)
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const deviceIds = devices.map(({ id }) => id).filter((id) => chosen.includes(id))
    const wanted: WebhookEntry = { url: url.trim(), events: [...events], places, deviceIds }
    const found = mistakesOf(webhookEntry, wanted)
    setMistakes(found)
    if (Object.keys(found).length === 0) onSubmit(wanted)
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <TextField
        label={texts.url}
        description={texts.urlHint}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        error={mistakes.url}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <CheckGroup
        legend={texts.events}
        choices={eventChoices}
        chosen={events}
        onToggle={(one) => setEvents(webhookEvents.filter((each) => events.includes(each) !== (each === one)))}
        error={mistakes.events}
      />
      <DeviceChecks
        legend={texts.devices}
        devices={devices}
        chosen={chosen}
        onChange={setChosen}
        error={mistakes.deviceIds}
      />
      <Check checked={places} hint={texts.placesHint} onChange={() => setPlaces(!places)}>
        {texts.places}
      </Check>
      <FormFoot problem={error && messageOf(error)} action={action} busy={busy} onCancel={onClose} />
    </Stack>
  )
}
