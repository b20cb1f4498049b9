import type { Device } from '#contract/devices/devices.ts'
import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import { dossierTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/text/notify.ts'

const texts = dossierTexts.removal

/** Deletes the whole dossier, if there is something to delete. */
export function Removal({ device, dossier }: { device: Pick<Device, 'id' | 'demo'>; dossier: Dossier }) {
  const remove = useAction(dossiers.remove, [dossiers.show])
  const confirmed = (close: () => void) => {
    const removed = () => {
      close()
      notify('success', texts.done)
    }
    remove.mutate(
      { params: { deviceId: device.id } },
      { onSuccess: removed, onError: (problem) => notify('danger', messageOf(problem)) },
    )
  }
  if (device.demo || isEmpty(dossier)) return null
  return (
    <AskingButton action={texts.button} title={texts.title} busy={remove.isPending} onConfirm={confirmed}>
      {texts.text}
    </AskingButton>
  )
}

/** Whether there is nothing but what the device knows anyway. */
function isEmpty({ changes, details }: Dossier): boolean {
  const entered = { ...details, brand: null, model: null, plate: null, withPicture: null }
  return changes.length === 0 && Object.values(entered).every((value) => value === null)
}
