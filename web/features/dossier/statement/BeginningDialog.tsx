import { useState } from 'react'
import { dossiers } from '#contract/dossier/dossier.ts'
import type { Instant } from '#contract/base/place.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { sinceMistake } from '#domain/dossier/dossier.ts'
import { instantOfTyped, typedTime } from '#domain/time/typed-time.ts'
import { PositionsSince } from '../PositionsSince.tsx'
import { dossierTexts as texts } from '../texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { clock } from '#web/browser/clock.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { TimeField } from '#web/ui/fields/TimeField.tsx'

interface BeginningDialogProps {
  deviceId: string
  since: Instant
  opened: boolean
  onClose(): void
}

/** Corrects since when the vehicle is missed. */
export function BeginningDialog({ opened, ...props }: BeginningDialogProps) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={texts.case.beginningTitle}>
      {opened && <BeginningForm {...props} />}
    </Dialog>
  )
}

function BeginningForm({ deviceId, since, onClose }: Omit<BeginningDialogProps, 'opened'>) {
  const [wall, setWall] = useState(() => typedTime(since))
  const [wrong, setWrong] = useState<string | null>(null)
  const correct = useAction(dossiers.correctBeginning, [dossiers.show, vehicles.states])
  const typed = instantOfTyped(wall, 'first')
  const saved = () => {
    notify('success', texts.case.beginningSaved)
    onClose()
  }
  const mistake = wrong ?? correct.error?.fields.since
  const problem = correct.error !== null && mistake === undefined ? messageOf(correct.error) : null
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        const found = typed === null ? texts.sinceMissing : sinceMistake(new Date(typed), undefined, clock.now())
        setWrong(found)
        if (found === null && typed !== null)
          correct.mutate({ params: { deviceId }, body: { since: typed } }, { onSuccess: saved })
      }}
    >
      <TimeField label={texts.sinceWhen} value={wall} ifTwice="first" error={mistake} onChange={setWall} />
      <PositionsSince deviceId={deviceId} since={typed} />
      <FormFoot problem={problem} action={texts.details.submit} busy={correct.isPending} onCancel={onClose} />
    </DialogForm>
  )
}
