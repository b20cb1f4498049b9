import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import { DetailsDialog } from './DetailsDialog.tsx'
import { dossierTexts as texts } from './texts.ts'
import { useDocument } from '#web/browser/use-document.ts'
import { download } from '#web/api/calls/call.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** Entering the details, and downloading the document. */
export function Deeds({ device, dossier }: { device: Device; dossier: Dossier }) {
  const [entering, setEntering] = useState(false)
  const document = useDocument(() => download(dossiers.document, { params: { deviceId: device.id } }))
  return (
    <Stack gap={2}>
      {!device.demo && (
        <Button wide kind="secondary" onClick={() => setEntering(true)}>
          {texts.details.button}
        </Button>
      )}
      <Button wide kind="secondary" busy={document.isBusy} onClick={document.download}>
        {texts.document}
      </Button>
      <DetailsDialog deviceId={device.id} dossier={dossier} opened={entering} onClose={() => setEntering(false)} />
    </Stack>
  )
}
