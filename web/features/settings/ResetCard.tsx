import { configurationTexts } from './texts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

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
      <Stack gap={3}>
        <Small>{ofDevice ? texts.deviceText : texts.text}</Small>
        <AskingButton
          action={texts.button}
          title={texts.question}
          busy={busy}
          onConfirm={(close) => void confirm(close)}
        >
          <p>{texts.warning}</p>
        </AskingButton>
      </Stack>
    </Card>
  )
}
