import { useState } from 'react'
import groups from './groups.module.css'
import { configurationTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { ConfirmDialog } from '#web/kit/Dialog.tsx'

interface ResetCardProps {
  ofDevice: boolean
  busy: boolean
  onReset(): Promise<void>
}

const texts = configurationTexts.reset

/** Back to how it was delivered, after asking. */
export function ResetCard({ ofDevice, busy, onReset }: ResetCardProps) {
  const [asking, setAsking] = useState(false)
  const confirm = async () => {
    await onReset()
    setAsking(false)
  }
  return (
    <Card title={texts.title}>
      <div className={groups.group}>
        <p className={groups.hint}>{ofDevice ? texts.deviceText : texts.text}</p>
        <div>
          <Button kind="secondary" onClick={() => setAsking(true)}>
            {texts.button}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        opened={asking}
        title={texts.question}
        action={texts.button}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        <p>{texts.warning}</p>
      </ConfirmDialog>
    </Card>
  )
}
