import type { ReactNode } from 'react'
import styles from './SaveBar.module.css'
import { isDirty, type SettingsFormState } from './settings-form.ts'
import { configurationTexts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { formatTime, oClock } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { generalTexts } from '#web/texts/general.ts'
import { outboxTexts } from '#web/texts/outbox.ts'

interface SaveBarProps {
  form: SettingsFormState
  wrongInput: boolean
  /** What was saved last waits for a connection. */
  waits: boolean
  onSave(): void
  onDiscard(): void
  /** What must be decided first. */
  children?: ReactNode
}

const texts = configurationTexts.save

/** The state of the changes, and what can be done with them; visible as long as there are any. */
export function SaveBar({ form, wrongInput, waits, onSave, onDiscard, children }: SaveBarProps) {
  const dirty = isDirty(form)
  const failure = wrongInput ? generalTexts.correctInput : form.failure
  return (
    <section className={styles.bar} data-sticky={dirty || form.running !== null || undefined} aria-label={texts.region}>
      {children}
      {failure !== null && <Notice kind="danger">{failure}</Notice>}
      <div className={styles.row}>
        <p className={styles.state} data-dirty={dirty || undefined} role="status">
          {dirty || form.running !== null || !waits ? stateInWords(form, dirty) : outboxTexts.waits}
        </p>
        {form.conflict === null && (
          <div className={styles.buttons}>
            {dirty && form.running === null && (
              <Button kind="secondary" onClick={onDiscard}>
                {texts.discard}
              </Button>
            )}
            <Button onClick={onSave} busy={form.running !== null} disabled={!dirty}>
              {texts.button}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function stateInWords({ running, savedAt }: SettingsFormState, dirty: boolean): string {
  if (running === 'save') return texts.saving
  if (running === 'reset') return texts.resetting
  if (dirty) return texts.unsaved
  return savedAt === null ? texts.clean : texts.saved(oClock(formatTime(savedAt)))
}
