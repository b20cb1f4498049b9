import { type Licence, licences } from '#contract/licences/licences.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { releaseEffects } from './licence-moves.ts'
import { LicenceForm } from './LicenceForm.tsx'
import { releaseTexts } from './texts.ts'

interface ReleaseLicenceDialogProps {
  licence: Licence
  opened: boolean
  onClose: () => void
}

/** Takes a licence from every device that uses it. */
export function ReleaseLicenceDialog({ licence, opened, onClose }: ReleaseLicenceDialogProps) {
  const { action, close } = useDialogAction(licences.release, devicesAndLicences, onClose)
  const release = () =>
    action.mutate(
      { params: { id: licence.id } },
      {
        onSuccess: () => {
          notify('success', releaseTexts.done(licence.licenseType))
          onClose()
        },
      },
    )
  return (
    <Dialog opened={opened} onClose={close} title={releaseTexts.title(licence.licenseType)}>
      <LicenceForm
        effects={releaseEffects(licence)}
        problem={action.error}
        action={releaseTexts.action}
        busy={action.isPending}
        onSubmit={release}
        onCancel={close}
      >
        {null}
      </LicenceForm>
    </Dialog>
  )
}
