import { alarms, type GuardState } from '#contract/alarms/alarms.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import type { Instant } from '#contract/base/place.ts'
import { callWith } from '#web/api/calls/call.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { useQueuedTask } from './queued-action.ts'
import { callOrWait } from '#web/api/offline/outbox.ts'
import { clock } from '#web/browser/clock.ts'

/**
 * „Ich fahre“ and „Ja, ich bin es“: pauses the alarm until the vehicle has arrived. Without a network the tap is kept, and counts
 * from its own time when it is sent.
 * @param changes what is fetched again after it.
 */
export function useRide(deviceId: string, changes: readonly Endpoint[], onError: (problem: CallProblem) => void) {
  const params = { deviceId }
  const { mutate, isPending } = useQueuedTask<Instant, GuardState>(changes, (at) =>
    callOrWait(() => callWith(alarms.pause, { params, body: { pause: 'RIDE', at } }), {
      kind: 'ride',
      id: deviceId,
      at,
    }),
  )
  return { isPending, ride: () => mutate(clock.now().toISOString(), { onError }) }
}
