import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { type Licence, licenceKey, licences } from '#contract/licences/licences.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { createDrafts } from '#web/forms/drafts.ts'
import { notify } from '#web/ui/text/notify.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { useFoundDraft, useKeptDraft, useReopening } from '#web/forms/use-draft.ts'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import { deviceChoices } from './device-choices.ts'
import { activationEffects, obviousDevice } from './licence-moves.ts'
import { LicenceForm } from './LicenceForm.tsx'
import { activateTexts } from './texts.ts'

interface ActivateLicenceDialogProps {
  devices: readonly Device[]
  opened: boolean
  onClose: () => void
}

/** Redeems a bought key, for a device or for later. */
export function ActivateLicenceDialog({ devices, ...opening }: ActivateLicenceDialogProps) {
  const { opened, onClose } = useReopening(drafts, '', opening)
  const { action, close } = useDialogAction(licences.activate, devicesAndLicences, onClose)
  const activate = (key: string, deviceId: string | null) =>
    action.mutate(
      { body: { licenseKey: key, ...(deviceId !== null && { deviceId }) } },
      {
        onSuccess: ({ licence }) => {
          notify('success', successOf(licence))
          onClose()
        },
      },
    )
  return (
    <Dialog opened={opened} onClose={close} title={activateTexts.title}>
      <Form devices={devices} action={action} onActivate={activate} onCancel={close} />
    </Dialog>
  )
}

function successOf({ licenseType, expiresAt }: Licence): string {
  return expiresAt === null ? activateTexts.doneUndated(licenseType) : activateTexts.done(licenseType, expiresAt)
}

interface FormProps {
  devices: readonly Device[]
  action: ReturnType<typeof useDialogAction<typeof licences.activate>>['action']
  onActivate: (key: string, deviceId: string | null) => void
  onCancel: () => void
}

const drafts = createDrafts<string>()

/** The choice of „no device yet“. */
const later = 'later'

function Form({ devices, action, onActivate, onCancel }: FormProps) {
  const [key, setKey] = useState(useFoundDraft(drafts, '') ?? '')
  useKeptDraft(drafts, '', () => (key === '' ? null : key))
  const [keyError, setKeyError] = useState<string | null>(null)
  const [chosen, setChosen] = useState(() => obviousDevice(devices)?.id ?? later)
  const device = devices.find(({ id }) => id === chosen) ?? null

  const submit = () => {
    const { error } = licenceKey.safeParse(key)
    if (error === undefined) return onActivate(key, device?.id ?? null)
    setKeyError(error.issues[0]?.message ?? error.message)
  }

  return (
    <LicenceForm
      effects={activationEffects(device)}
      problem={action.error}
      action={activateTexts.submit}
      busy={action.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextField
        label={activateTexts.key}
        description={activateTexts.keyHint}
        value={key}
        error={keyError}
        onChange={(event) => {
          setKey(event.currentTarget.value)
          setKeyError(null)
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        data-autofocus
      />
      {devices.length > 0 && (
        <ChoiceGroup
          legend={activateTexts.device}
          choices={[...deviceChoices(devices), { value: later, label: activateTexts.noDevice }]}
          value={chosen}
          onChange={setChosen}
        />
      )}
    </LicenceForm>
  )
}
