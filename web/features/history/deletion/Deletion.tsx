import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import type { DeletionReceipt, Position, Range } from '#contract/history/history.ts'
import { DeletionDialog } from './DeletionDialog.tsx'
import { historyTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { deviceLabel } from '#web/shared/devices/device-label.ts'
import { counted, formatExactTime } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'

interface DeletionProps {
  device: Device
  /** The positions on the screen: their span is suggested first. */
  shown: readonly Position[]
  deleting: boolean
  /** Of the last deletion. */
  receipt: DeletionReceipt | null
  /** An empty range means everything. */
  onDelete(range: Partial<Range>): void
}

/** Deletes the stored positions of a device, after a question. */
export function Deletion({ device, shown, deleting, receipt, onDelete }: DeletionProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button wide kind="remove" busy={deleting} onClick={() => setAsking(true)}>
        {historyTexts.deletion.button}
      </Button>
      {receipt !== null && <DeletionNotice receipt={receipt} />}
      <DeletionDialog
        device={deviceLabel(device)}
        opened={asking}
        shown={shown}
        onClose={close}
        onConfirm={(range) => {
          close()
          onDelete(range)
        }}
      />
    </>
  )
}

/** What was deleted: how many positions, of which span, and when. */
function DeletionNotice({ receipt: { deleted, span, deletedAt } }: { receipt: DeletionReceipt }) {
  const texts = historyTexts.receipt
  const [one, many] = historyTexts.result.positions
  const at = formatExactTime(deletedAt)
  if (span === null) return <Notice kind="info">{texts.nothing(at)}</Notice>
  return (
    <Notice kind="success" title={texts.title}>
      <p>{texts.text(counted(deleted, one, many), at)}</p>
      <p>{texts.span(formatExactTime(span.start), formatExactTime(span.end))}</p>
    </Notice>
  )
}
