import type { StoredSettings } from './settings-form.ts'
import { configurationTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { formatDayTime, formatNumber } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'

interface ConflictNoticeProps {
  /** What is kept meanwhile; null: nobody came in between. */
  conflict: StoredSettings | null
  onReload(): void
  onOverwrite(): void
}

const texts = configurationTexts.conflict

/** Somebody else has saved meanwhile: whose settings hold is asked, nothing is lost before. */
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
