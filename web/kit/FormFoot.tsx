import { Button } from '#web/kit/Button.tsx'
import { DialogActions } from '#web/kit/Dialog.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface FormFootProps {
  /** Why it could not be done; null: nothing is in the way. */
  problem: string | null
  /** What sending it does, as a verb. */
  action: string
  /** `danger`: something is lost by it. */
  kind?: 'primary' | 'danger'
  busy: boolean
  /** What leaving it is called. */
  cancel?: string
  onCancel: () => void
}

/** The end of a dialogue's form: what went wrong, the way out, and what sends it. */
export function FormFoot({
  problem,
  action,
  kind = 'primary',
  busy,
  cancel = generalTexts.cancel,
  onCancel,
}: FormFootProps) {
  return (
    <>
      {problem !== null && <Notice kind="danger">{problem}</Notice>}
      <DialogActions>
        <Button kind="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" kind={kind} busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </>
  )
}
