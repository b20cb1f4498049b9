import { type FormEvent, useId, useState } from 'react'
import { type TrackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import { trackingTexts } from '../texts.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { Dialog, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { purposeNames } from '#web/texts/consents.ts'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'

interface WithdrawFormProps {
  /** It is tracked for two purposes, of which one can go on. */
  isForBoth: boolean
  onClose(): void
  /** @param purposes null: all. */
  onConfirm(deletePositions: boolean, purposes: readonly TrackingPurpose[] | null): void
}

interface WithdrawDialogProps extends WithdrawFormProps {
  /** The device's name. */
  device: string
  opened: boolean
}

const texts = trackingTexts.withdraw

/** Withdraws the consent in one step, at any time; stored positions are deleted, too, if the owner wants that. */
export function WithdrawDialog({ device, opened, ...rest }: WithdrawDialogProps) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title={texts.title(device)}>
      <WithdrawForm {...rest} />
    </Dialog>
  )
}

/** Starts over each time it is opened, so that a box ticked earlier deletes nothing. */
function WithdrawForm({ isForBoth, onClose, onConfirm }: WithdrawFormProps) {
  const [deletePositions, setDeletePositions] = useState(false)
  const [only, setOnly] = useState<TrackingPurpose | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(deletePositions, only === null ? null : [only])
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit}>
      {isForBoth && <WhatToWithdraw only={only} onChange={setOnly} />}
      <p>{only === null ? texts.text : texts.partly[only]}</p>
      <Check checked={deletePositions} onChange={(event) => setDeletePositions(event.currentTarget.checked)}>
        {texts.deleteToo}
      </Check>
      <FormFoot
        problem={null}
        action={only === null ? texts.confirm : texts.confirmPartly}
        kind="danger"
        busy={false}
        onCancel={onClose}
      />
    </Stack>
  )
}

interface WhatToWithdrawProps {
  only: TrackingPurpose | null
  onChange(only: TrackingPurpose | null): void
}

function WhatToWithdraw({ only, onChange }: WhatToWithdrawProps) {
  const name = useId()
  return (
    <FieldGroup legend={texts.what} isChoice>
      {[null, ...trackingPurposes].map((purpose) => (
        <Check
          key={purpose ?? 'all'}
          type="radio"
          name={name}
          checked={only === purpose}
          onChange={() => onChange(purpose)}
        >
          {purpose === null ? texts.all : texts.only(purposeNames[purpose])}
        </Check>
      ))}
    </FieldGroup>
  )
}
