import groups from './groups.module.css'
import { configurationTexts } from './texts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'

interface ResetCardProps {
  ofDevice: boolean
  busy: boolean
  onReset(): Promise<void>
}

const texts = configurationTexts.reset

/** Resets the settings to those at delivery, after a question. */
export function ResetCard({ ofDevice, busy, onReset }: ResetCardProps) {
  const confirm = async (close: () => void) => {
    await onReset()
    close()
  }
  return (
    <Card title={texts.title}>
      <div className={groups.group}>
        <p className={groups.hint}>{ofDevice ? texts.deviceText : texts.text}</p>
        <AskingButton
          action={texts.button}
          title={texts.question}
          busy={busy}
          onConfirm={(close) => void confirm(close)}
        >
          <p>{texts.warning}</p>
        </AskingButton>
      </div>
    </Card>
  )
}
