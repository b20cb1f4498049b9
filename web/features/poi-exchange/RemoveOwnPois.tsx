import { useState } from 'react'
import { poiExchange } from '#contract/poi-exchange.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { poiExchangeTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/Dialog.tsx'
import { notify } from '#web/kit/notify.ts'

const texts = poiExchangeTexts.import

/** @param props.total how many there are, in words. */
export function RemoveOwnPois({ total }: { total: string }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(poiExchange.removeOwn, [poiExchange.ownFiles, poiExchange.own])
  const confirm = () =>
    remove.mutate(
      {},
      {
        onSuccess: () => {
          setAsking(false)
          notify('success', texts.removed(total))
        },
        onError: (problem) => {
          setAsking(false)
          notify('danger', `${texts.removeFailed}: ${messageOf(problem)}`)
        },
      },
    )
  return (
    <div>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.removeTitle}
        action={texts.remove}
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>{texts.removeText(total)}</p>
      </ConfirmDialog>
    </div>
  )
}
