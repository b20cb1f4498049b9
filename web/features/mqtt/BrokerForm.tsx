import { type FormEvent, useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { mqttLimits } from '#contract/mqtt/mqtt-limits.ts'
import { mqtt, type MqttBroker, type MqttEntry, mqttEntry } from '#contract/mqtt/mqtt.ts'
import { mqttTexts } from './texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type FieldErrors, mistakesOf } from '#web/forms/form.ts'
import { DeviceChecks } from '#web/shared/devices/DeviceChecks.tsx'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'

const texts = mqttTexts.form

interface BrokerFormProps {
  /** The one that is entered; its password is typed again. */
  broker: MqttBroker | null
  devices: readonly Device[]
  onClose(): void
}

/** Which broker gets the state of which vehicles. */
export function BrokerForm({ broker, devices, onClose }: BrokerFormProps) {
  const save = useAction(mqtt.save, [mqtt.get])
  const [host, setHost] = useState(broker?.host ?? '')
  const [port, setPort] = useState(String(broker?.port ?? mqttLimits.usualPort))
  const [username, setUsername] = useState(broker?.username ?? '')
  const [password, setPassword] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(broker?.deviceIds ?? devices.map(({ id }) => id))
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted: MqttEntry = {
      host: host.trim(),
      port: Number(port),
      username: username.trim() || null,
      password: password || null,
      deviceIds: devices.map(({ id }) => id).filter((id) => chosen.includes(id)),
    }
    const found = mistakesOf(mqttEntry, wanted)
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    const onSuccess = () => {
      notify('success', mqttTexts.saved)
      onClose()
    }
    save.mutate({ body: wanted }, { onSuccess })
  }
  const line = { autoComplete: 'off', spellCheck: false } as const
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <TextField
        {...line}
        label={texts.host}
        description={texts.hostHint}
        inputMode="url"
        value={host}
        error={mistakes.host}
        onChange={(event) => setHost(event.currentTarget.value)}
      />
      <TextField
        {...line}
        label={texts.port}
        inputMode="numeric"
        value={port}
        error={mistakes.port}
        onChange={(event) => setPort(event.currentTarget.value)}
      />
      <TextField
        {...line}
        label={texts.username}
        description={texts.usernameHint}
        value={username}
        error={mistakes.username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <TextField
        label={texts.password}
        description={broker === null ? undefined : texts.passwordAgain}
        type="password"
        autoComplete="new-password"
        value={password}
        error={mistakes.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <DeviceChecks
        legend={texts.devices}
        devices={devices}
        chosen={chosen}
        onChange={setChosen}
        error={mistakes.deviceIds}
      />
      <FormFoot
        problem={save.error && messageOf(save.error)}
        action={texts.submit}
        busy={save.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
