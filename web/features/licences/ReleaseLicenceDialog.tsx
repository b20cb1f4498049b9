import { type Licence, licences } from '#contract/licences.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { notify } from '#web/kit/notify.ts'
import { useDialogAction } from '#web/kit/use-dialog-action.ts'
import { devicesAndLicences } from '#web/api/devices-and-licences.ts'
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
