import { useState } from 'react'
import type { Device } from '#contract/devices.ts'
import { type Dossier, dossiers } from '#contract/dossier.ts'
import { DetailsDialog } from './DetailsDialog.tsx'
import styles from './Dossier.module.css'
import { dossierTexts as texts } from './texts.ts'
import { useDocument } from './use-document.ts'
import { useAction } from '#web/api/action.ts'
import { download } from '#web/api/call.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/Dialog.tsx'
import { notify } from '#web/kit/notify.ts'

/** Entering the details, downloading the document, deleting all of it. */
export function Deeds({ device, dossier }: { device: Device; dossier: Dossier }) {
  const [asking, setAsking] = useState<'details' | 'removal' | null>(null)
  const params = { deviceId: device.id }
  const document = useDocument(() => download(dossiers.document, { params }))
  const remove = useAction(dossiers.remove, [dossiers.show])
  const close = () => setAsking(null)
  const removed = () => {
    close()
    notify('success', texts.removal.done)
  }
  return (
    <div className={styles.buttons}>
      {!device.demo && (
        <Button wide kind="secondary" onClick={() => setAsking('details')}>
          {texts.details.button}
        </Button>
      )}
      <Button wide kind="secondary" busy={document.isBusy} onClick={document.download}>
        {texts.document}
      </Button>
      {!device.demo && !isEmpty(dossier) && (
        <Button wide kind="quiet" onClick={() => setAsking('removal')}>
          {texts.removal.button}
        </Button>
      )}
      <DetailsDialog deviceId={device.id} dossier={dossier} opened={asking === 'details'} onClose={close} />
      <ConfirmDialog
        opened={asking === 'removal'}
        title={texts.removal.title}
        action={texts.removal.button}
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate({ params }, { onSuccess: removed, onError: (problem) => notify('danger', messageOf(problem)) })
        }
      >
        {texts.removal.text}
      </ConfirmDialog>
    </div>
  )
}

/** Whether there is nothing but what the device knows anyway. */
function isEmpty({ changes, details }: Dossier): boolean {
  const { colour, frameNumber, lastSeenAt, lastSeenPlace, caseReference, policeStation } = details
  const entered = [colour, frameNumber, lastSeenAt, lastSeenPlace, caseReference, policeStation]
  return changes.length === 0 && entered.every((value) => value === null)
}
