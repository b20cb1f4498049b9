import { type FormEvent, useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import {
  type WebhookEntry,
  webhookEntry,
  type WebhookEvent,
  webhookEvents,
  webhooks,
} from '#contract/webhooks/webhooks.ts'
import { webhookEventWords } from '#domain/webhooks/webhook-events.ts'
import { webhooksTexts } from './texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { type FieldErrors, mistakesOf } from '#web/forms/form.ts'
import { CheckGroup } from '#web/ui/controls/CheckGroup.tsx'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

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
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const [chosen, setChosen] = useState<readonly string[]>(devices.map(({ id }) => id))
  const [places, setPlaces] = useState(false)
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted: WebhookEntry = { url: url.trim(), events: [...events], places, deviceIds: [...chosen] }
    const found = mistakesOf(webhookEntry, wanted)
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    make.mutate({ body: wanted }, { onSuccess: ({ webhook, secret }) => onMade({ url: webhook.url, secret }) })
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
      <CheckGroup
        legend={texts.devices}
        choices={devices.map(({ id, deviceName, deviceModel }) => ({
          value: id,
          name: deviceName,
          detail: deviceModel,
        }))}
        chosen={chosen}
        onToggle={(one) =>
          setChosen(devices.map(({ id }) => id).filter((each) => chosen.includes(each) !== (each === one)))
        }
        error={mistakes.deviceIds}
      />
      <Check checked={places} hint={texts.placesHint} onChange={() => setPlaces(!places)}>
        {texts.places}
      </Check>
      <FormFoot
        problem={make.error && messageOf(make.error)}
        action={texts.submit}
        busy={make.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
