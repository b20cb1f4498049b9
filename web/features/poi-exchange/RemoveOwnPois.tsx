import { poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { poiExchangeTexts } from './texts.ts'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'

const texts = poiExchangeTexts.import

/** @param props.total how many there are, in words. */
export function RemoveOwnPois({ total }: { total: string }) {
  const remove = useAction(poiExchange.removeOwn, [poiExchange.ownFiles])
  const confirm = (close: () => void) =>
    remove.mutate(
      {},
      closeWithNotice(close, texts.removed(total), (problem) => `${texts.removeFailed}: ${messageOf(problem)}`),
    )
  return (
    <AskingButton action={texts.remove} title={texts.removeTitle} busy={remove.isPending} onConfirm={confirm}>
      <p>{texts.removeText(total)}</p>
    </AskingButton>
  )
}
