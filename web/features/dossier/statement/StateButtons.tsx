import { useState } from 'react'
import type { Dossier } from '#contract/dossier/dossier.ts'
import { nextStates } from '#domain/dossier/dossier.ts'
import { ReportStolen } from './ReportStolen.tsx'
import { stateDrafts, StateForm } from './StateForm.tsx'
import { dossierTexts as texts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { TapWaits } from '#web/shared/devices/TapWaits.tsx'
import { useFoundDraft } from '#web/forms/use-draft.ts'

interface StateButtonsProps {
  deviceId: string
  dossier: Dossier
}

/** What the owner may report next about the vehicle: a theft in one tap, all else with a confirmation before it counts. */
export function StateButtons({ deviceId, dossier }: StateButtonsProps) {
  const [asked, setAsked] = useState(useFoundDraft(stateDrafts, deviceId)?.state ?? null)
  const close = () => setAsked(null)
  const isSuspicious = dossier.suggestion !== null || dossier.state === 'SUSPICIOUS'
  return (
    <Stack gap={2}>
      <TapWaits deviceId={deviceId} />
      {nextStates[dossier.state].map((state) =>
        state === 'STOLEN' ? (
          // Red and filled only while there is suspicion: then it is the one that counts.
          <ReportStolen key={state} deviceId={deviceId} demo={false} urgent={isSuspicious} />
        ) : (
          <Button key={state} wide kind="secondary" size="large" onClick={() => setAsked(state)}>
            {texts.steps[state].button}
          </Button>
        ),
      )}
      <Dialog opened={asked !== null} onClose={close} title={asked === null ? '' : texts.steps[asked].title}>
        {asked !== null && <StateForm {...{ deviceId, dossier }} state={asked} onDone={close} onCancel={close} />}
      </Dialog>
    </Stack>
  )
}
