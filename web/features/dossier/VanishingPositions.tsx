import { useState } from 'react'
import type { Dossier } from '#contract/dossier.ts'
import type { Range } from '#contract/history.ts'
import { keptFrom } from '#domain/dossier/dossier.ts'
import { deletionSentence } from '#domain/dossier/dossier-words.ts'
import { dossierTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { clock } from '#web/kit/clock.ts'
import { Notice } from '#web/kit/Notice.tsx'

const texts = dossierTexts.vanishing

interface VanishingPositionsProps {
  dossier: Dossier
  /** Reports its own result to the user. */
  onDownload(range: Range): Promise<void>
}

/** When the first positions of a theft are deleted, and how to keep them: also when the vehicle is back, for the court. */
export function VanishingPositions({ dossier, onDownload }: VanishingPositionsProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { period, oldestPositionAt } = dossier
  if (period === null || oldestPositionAt === null) return null
  const download = async () => {
    const now = clock.now()
    setIsBusy(true)
    await onDownload({
      start: keptFrom(new Date(period.since), now).toISOString(),
      end: period.until ?? now.toISOString(),
    })
    setIsBusy(false)
  }
  return (
    <Notice
      kind="warning"
      title={deletionSentence(oldestPositionAt)}
      live={false}
      actions={
        <Button kind="secondary" busy={isBusy} onClick={() => void download()}>
          {texts.button}
        </Button>
      }
    >
      {texts.hint}
    </Notice>
  )
}
