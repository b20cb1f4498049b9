import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { consents } from '#contract/consents/consents.ts'
import type { Device } from '#contract/devices/devices.ts'
import { type ShareEntry, shareEntry, shares, type ShareScope, shareScopes } from '#contract/shares/shares.ts'
import { sharesLimits } from '#contract/shares/shares-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import { sharesTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { clock } from '#web/browser/clock.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { type FieldErrors, mistakesOf } from '#web/forms/form.ts'
import { CheckGroup } from '#web/ui/controls/CheckGroup.tsx'
import { labelAmong } from '#web/shared/devices/device-label.ts'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { FieldError, saidOf } from '#web/ui/fields/Field.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const texts = sharesTexts.form
const version = currentVersion('sharing')
const choices = shareScopes.map((value) => ({ value, ...sharesTexts.scopes[value] }))

interface NewShareProps {
  devices: readonly [Device, ...Device[]]
  onMade(made: { recipient: string; token: string }): void
  onClose(): void
}

/** Who gets what of which device, how long, and the owner's consent to it. */
export function NewShare({ devices, onMade, onClose }: NewShareProps) {
  const create = useAction(shares.create, [shares.list, consents.list])
  const [deviceId, setDeviceId] = useState(devices[0].id)
  const [recipient, setRecipient] = useState('')
  const [scopes, setScopes] = useState<readonly ShareScope[]>(['DEVICE'])
  const [days, setDays] = useState<number>(sharesLimits.startDays)
  const [agreed, setAgreed] = useState(false)
  const [mistakes, setMistakes] = useState<FieldErrors>({})
  const toggle = (scope: ShareScope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const endsAt = new Date(clock.now().getTime() + days * dayMs).toISOString()
    const wanted: ShareEntry = { deviceId, recipient, scopes: [...scopes], endsAt, consentVersion: version }
    const found = { ...mistakesOf(shareEntry, wanted), ...(!agreed && { consent: texts.consentMissing }) }
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    create.mutate({ body: wanted }, { onSuccess: ({ share, token }) => onMade({ recipient: share.recipient, token }) })
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <Select label={texts.device} value={deviceId} onChange={(event) => setDeviceId(event.currentTarget.value)}>
        {devices.map((device) => (
          <option key={device.id} value={device.id}>
            {labelAmong(device, devices)}
          </option>
        ))}
      </Select>
      <TextField
        label={texts.recipient}
        description={texts.recipientHint}
        value={recipient}
        error={mistakes.recipient}
        autoComplete="off"
        onChange={(event) => setRecipient(event.currentTarget.value)}
      />
      <CheckGroup legend={texts.scopes} choices={choices} chosen={scopes} onToggle={toggle} error={mistakes.scopes} />
      <Select label={texts.term} value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
        {texts.terms.map(({ days: term, name }) => (
          <option key={term} value={term}>
            {name}
          </option>
        ))}
      </Select>
      <Agreement checked={agreed} error={mistakes.consent} onChange={() => setAgreed(!agreed)}>
        {consentText('sharing', version)}
      </Agreement>
      <FormFoot
        problem={create.error && messageOf(create.error)}
        action={texts.submit}
        busy={create.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}

interface AgreementProps {
  checked: boolean
  error?: string | undefined
  onChange(): void
  children: ReactNode
}

function Agreement({ checked, error, onChange, children }: AgreementProps) {
  const id = useId()
  return (
    <div>
      <Check checked={checked} {...saidOf(id, { error }, undefined)} onChange={onChange}>
        {children}
      </Check>
      <FieldError of={id} error={error} isAlert />
    </div>
  )
}
