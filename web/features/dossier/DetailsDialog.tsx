import { useId } from 'react'
import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import { detailsForm, type DetailsFormValues, entryOf, detailsFormOf, isDoubtfulFrameNumber } from './details-form.ts'
import styles from './Dossier.module.css'
import { dossierTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { Dialog, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { useDraftedForm } from '#web/forms/drafted-form.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { focusFirst, showFieldProblems } from '#web/forms/form.ts'
import { notify } from '#web/ui/text/notify.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { TimeField } from '#web/ui/fields/TimeField.tsx'
import { useReopening } from '#web/forms/use-draft.ts'

const texts = dossierTexts.details

interface DetailsDialogProps {
  deviceId: string
  dossier: Dossier
  opened: boolean
  onClose(): void
}

/** What the police need to know of vehicle, report and owner. */
export function DetailsDialog({ deviceId, dossier, ...opening }: DetailsDialogProps) {
  const { opened, onClose } = useReopening(drafts, deviceId, opening)
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title}>
      <DetailsForm deviceId={deviceId} dossier={dossier} onClose={onClose} />
    </Dialog>
  )
}

const drafts = createDrafts<Partial<DetailsFormValues>>()

function DetailsForm({ deviceId, dossier, onClose }: Omit<DetailsDialogProps, 'opened'>) {
  const form = useDraftedForm(detailsForm, detailsFormOf(dossier.details), drafts, deviceId)
  const save = useAction(dossiers.saveDetails, [dossiers.show])
  const submit = form.onSubmit(
    (values) => {
      const saved = () => {
        notify('success', texts.saved)
        onClose()
      }
      save.mutate(
        { params: { deviceId }, body: entryOf(values) },
        { onSuccess: saved, onError: (problem) => void showFieldProblems(form, problem) },
      )
    },
    (errors) => focusFirst(form, errors),
  )
  const line = (field: Parameters<typeof form.getInputProps>[0]) => ({
    ...form.getInputProps(field),
    autoComplete: 'off',
  })
  const readersId = useId()
  const ownerLine = (field: Parameters<typeof line>[0]) => ({ ...line(field), 'aria-describedby': readersId })
  const doubt = isDoubtfulFrameNumber(form.values.frameNumber) ? texts.frameNumberDoubt : texts.frameNumberHint

  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <Small>{texts.lead}</Small>
      <div className={styles.pair}>
        <TextField {...line('brand')} label={texts.brand} data-autofocus />
        <TextField {...line('model')} label={texts.model} />
        <TextField {...line('colour')} label={texts.colour} />
        <TextField {...line('plate')} label={texts.plate} autoCapitalize="characters" />
      </div>
      <TextField
        {...line('frameNumber')}
        label={texts.frameNumber}
        description={doubt}
        autoCapitalize="characters"
        spellCheck={false}
        digits
      />
      <TimeField
        {...form.getInputProps('lastSeenAt')}
        label={texts.lastSeenAt}
        ifTwice="first"
        onChange={(typed) => form.setFieldValue('lastSeenAt', typed)}
      />
      <TextField {...line('lastSeenPlace')} label={texts.lastSeenPlace} description={texts.lastSeenPlaceHint} />
      <TextField {...line('caseReference')} label={texts.caseReference} description={texts.caseReferenceHint} />
      <TextField {...line('policeStation')} label={texts.policeStation} />
      <Small id={readersId}>{texts.ownerReaders}</Small>
      <TextField {...ownerLine('ownerName')} label={texts.ownerName} autoComplete="name" />
      <TextField {...ownerLine('ownerPhone')} type="tel" label={texts.ownerPhone} autoComplete="tel" />
      <TextField {...ownerLine('ownershipProof')} label={texts.ownershipProof} description={texts.ownershipProofHint} />
      {dossier.hasPicture && <Check {...form.getCheckboxProps('withPicture')}>{texts.withPicture}</Check>}
      <FormFoot
        problem={save.error && messageOf(save.error)}
        action={texts.submit}
        busy={save.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
