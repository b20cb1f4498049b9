import type { StoredSettings } from './settings-form.ts'
import { configurationTexts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { formatDayTime, formatNumber } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'

interface ConflictNoticeProps {
  /** The settings that somebody else saved meanwhile; null: there are none. */
  conflict: StoredSettings | null
  onReload(): void
  onOverwrite(): void
}

const texts = configurationTexts.conflict

/** Somebody else has saved meanwhile: asks the user which settings to keep; until then nothing is lost. */
export function ConflictNotice({ conflict, onReload, onOverwrite }: ConflictNoticeProps) {
  if (conflict === null) return null
  const { version, updatedAt } = conflict
  return (
    <Notice
      kind="danger"
      title={texts.title}
      actions={
        <>
          <Button kind="secondary" onClick={onReload}>
            {texts.reload}
          </Button>
          <Button onClick={onOverwrite}>{texts.overwrite}</Button>
        </>
      }
    >
      {texts.text(formatNumber(version), updatedAt === null ? null : formatDayTime(updatedAt))}
    </Notice>
  )
}
