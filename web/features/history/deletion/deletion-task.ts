import type { QueryClient } from '@tanstack/react-query'
import type { DeletionReceipt, Range } from '#contract/history/history.ts'
import { historyMessages } from '../query/messages.ts'
import type { Task } from '#web/api/queries/task.ts'
import { renewFromPositions } from '#web/api/queries/renew-positions.ts'
import { serverMessageOf } from '#web/api/calls/server-message.ts'
import type { DeviceChoice } from '#web/shared/devices/device-choice.ts'
import { counted } from '#web/texts/formats.ts'

/** What is to be deleted, and under which choice of its device. An empty range means everything. */
export interface WantedDeletion {
  choice: DeviceChoice
  range: Partial<Range>
}

interface Surroundings {
  client: QueryClient
  /** Whether no other device was chosen since. */
  isLast(choice: DeviceChoice): boolean
  /** Called when nothing of the device is shown on the map any more. */
  onEmptied(): void
  say(message: string): void
}

/** Deletes positions: those of a range, or all of them. */
export function deletionOf(
  remove: (deviceId: string, range: Partial<Range>) => Promise<DeletionReceipt>,
  { client, isLast, onEmptied, say }: Surroundings,
): Task<WantedDeletion, DeletionReceipt> {
  return {
    run: ({ choice, range }) => remove(choice.deviceId, range),
    onSuccess({ deleted }, { choice }) {
      // A deleted position is no longer the last position, nor the dossier's oldest.
      renewFromPositions(client)
      if (!isLast(choice)) return
      onEmptied()
      const [one, many] = historyMessages.storedPositions
      say(historyMessages.deleted(counted(deleted, one, many)))
    },
    onError(problem, { choice }) {
      if (isLast(choice)) say(serverMessageOf(problem) ?? historyMessages.deleteFailed)
    },
  }
}
