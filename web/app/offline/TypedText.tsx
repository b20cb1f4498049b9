import type { OutboxChange } from '#web/api/offline/outbox-change.ts'
import styles from '#web/app/offline/OutboxList.module.css'
import { outboxTexts as texts } from '#web/app/offline/outbox-texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { typedText } from './typed-text.ts'

/** What was typed in a change that was not made, to be copied. */
export function TypedText({ change }: { change: OutboxChange }) {
  const typed = typedText(change)
  if (typed === '') return null
  return (
    <>
      <Small>{texts.typed}</Small>
      <p className={styles.typed}>{typed}</p>
      <Row gap={2}>
        <Button kind="secondary" aria-label={texts.named(texts.copy, change)} onClick={() => void copy(typed)}>
          {texts.copy}
        </Button>
      </Row>
    </>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', texts.copied)
  } catch {
    // Over plain http, or where its user does not allow it.
    notify('info', texts.copyByHand)
  }
}
