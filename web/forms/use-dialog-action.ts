import type { Endpoint } from '#contract/base/endpoint.ts'
import { useAction } from '#web/api/queries/action.ts'

/**
 * An action of a dialogue, with a way to close that waits for it and clears its error.
 * @param changes what is fetched again afterwards.
 */
export function useDialogAction<const E extends Endpoint>(
  endpoint: E,
  changes: readonly Endpoint[],
  onClose: () => void,
) {
  const action = useAction(endpoint, changes)
  const close = () => {
    if (action.isPending) return
    action.reset()
    onClose()
  }
  return { action, close }
}
