import type { ReactNode } from 'react'
import styles from './SaveBar.module.css'
import { isDirty, type SettingsForm } from './settings-form.ts'
import { configurationTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { formatTime, oClock } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface SaveBarProps {
  form: SettingsForm
  wrongInput: boolean
  onSave(): void
  onDiscard(): void
  /** What must be decided first. */
  children?: ReactNode
}

const texts = configurationTexts.save

/** What has become of the changes, and what can be done with them; in sight as long as there are any. */
export function SaveBar({ form, wrongInput, onSave, onDiscard, children }: SaveBarProps) {
  const dirty = isDirty(form)
  const failure = wrongInput ? generalTexts.correctInput : form.failure
  return (
    <section className={styles.bar} data-sticky={dirty || form.running !== null || undefined} aria-label={texts.region}>
      {children}
      {failure !== null && <Notice kind="danger">{failure}</Notice>}
      <div className={styles.row}>
        <p className={styles.state} data-dirty={dirty || undefined} role="status">
          {stateInWords(form, dirty)}
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

function stateInWords({ running, savedAt }: SettingsForm, dirty: boolean): string {
  if (running === 'save') return texts.saving
  if (running === 'reset') return texts.resetting
  if (dirty) return texts.unsaved
  return savedAt === null ? texts.clean : texts.saved(oClock(formatTime(savedAt)))
}
