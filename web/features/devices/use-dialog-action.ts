import type { Endpoint } from '#contract/endpoint.ts'
import { useAction } from '#web/api/action.ts'
import { devicesAndLicences } from './asked-anew.ts'

/** An action of a dialogue, with a way to close that waits for it and forgets what went wrong. */
export function useDialogAction<const E extends Endpoint>(endpoint: E, onClose: () => void) {
  const action = useAction(endpoint, devicesAndLicences)
  const close = () => {
    if (action.isPending) return
    action.reset()
    onClose()
  }
  return { action, close }
}
