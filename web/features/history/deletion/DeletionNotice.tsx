import type { DeletionReceipt } from '#contract/history/history.ts'
import { historyTexts } from '../texts.ts'
import { counted, formatExactTime } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'

const texts = historyTexts.receipt

/** What was deleted: how many positions, of which span, and when. */
export function DeletionNotice({ receipt: { deleted, span, deletedAt } }: { receipt: DeletionReceipt }) {
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
