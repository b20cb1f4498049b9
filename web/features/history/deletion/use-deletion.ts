import { useEffect } from 'react'
import { history, type Range } from '#contract/history/history.ts'
import { deletionOf } from './deletion-task.ts'
import { useTask } from '#web/api/queries/action.ts'
import { call } from '#web/api/calls/call.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import type { DeviceChoice } from '#web/shared/devices/device-choice.ts'

interface Neighbours {
  isLast(choice: DeviceChoice): boolean
  onEmptied(): void
}

/** Deletes stored positions of the chosen device; its receipt stays until it is forgotten. */
export function useDeletion(choice: DeviceChoice | null, { isLast, onEmptied }: Neighbours) {
  const task = useTask(deletionOf(remove, { client: queryClient, isLast, onEmptied, say: alertUser }))
  const isHere = choice !== null && task.variables?.choice === choice
  // A task begun under another choice does not hold up a task of this one.
  const { reset } = task
  useEffect(() => reset, [reset, choice])
  return {
    deleting: isHere && task.isPending,
    receipt: isHere ? (task.data ?? null) : null,
    /** An empty range means everything. */
    start: (range: Partial<Range>) => choice !== null && task.mutate({ choice, range }),
    forget: reset,
  }
}

function remove(deviceId: string, range: Partial<Range>) {
  return call(history.remove, { params: { deviceId }, query: range })
}
