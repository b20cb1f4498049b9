import { hiddenPois } from '#contract/hidden-pois/hidden-pois.ts'
import { hiddenPoisTexts as texts } from './texts.ts'
import { changedByHiding, useHiddenIds } from './use-hidden-pois.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { notify } from '#web/ui/text/notify.ts'

/** Hides a POI for its reader alone, or shows it again. */
export function HidePoi({ id }: { id: string }) {
  const hide = useAction(hiddenPois.hide, changedByHiding)
  const show = useAction(hiddenPois.show, changedByHiding)
  const isHidden = useHiddenIds().includes(id)
  const input = { params: { id } }
  const onError = (error: Parameters<typeof messageOf>[0]) => notify('danger', messageOf(error))
  const press = () =>
    isHidden
      ? show.mutate(input, { onSuccess: () => notify('success', texts.shown), onError })
      : hide.mutate(input, { onSuccess: () => notify('success', texts.hidden), onError })
  return (
    <Button kind="quiet" busy={hide.isPending || show.isPending} onClick={press}>
      {isHidden ? texts.show : texts.hide}
    </Button>
  )
}
