import { reportTexts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'

const texts = reportTexts.tiles

interface ReportedActionsProps {
  onMove(): void
  onUndo(): void
  /** The message goes with the first of them. */
  close(): void
}

/** What can be done about a report in the first seconds. */
export function ReportedActions({ onMove, onUndo, close }: ReportedActionsProps) {
  const closing = (work: () => void) => () => {
    close()
    work()
  }
  return (
    <>
      <Button kind="secondary" onClick={closing(onMove)}>
        {texts.move}
      </Button>
      <Button kind="secondary" onClick={closing(onUndo)}>
        {texts.undo}
      </Button>
    </>
  )
}
