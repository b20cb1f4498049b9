import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { DeletionReceipt, Range } from '#contract/history/history.ts'
import { deletionOf, type WantedDeletion } from './deletion-task.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'
import { watchTask } from '#web/api/queries/task.ts'

const range: Range = { start: '2026-06-12T10:00:00Z', end: '2026-06-13T10:00:00Z' }
const receipt: DeletionReceipt = { deleted: 1, span: null, deletedAt: range.end }
const network = new CallProblem('NETWORK_ERROR', 'Verbindungsfehler.', 0)
const refusal = new CallProblem('DEMO_READ_ONLY', 'Das Demokonto ändert nichts.', 403)
const choice = { deviceId: 'a' }

function deletion(remove: () => Promise<DeletionReceipt>, last: object = choice) {
  const ranges: Partial<Range>[] = []
  const received: string[] = []
  const task = deletionOf((_, wanted) => (ranges.push(wanted), remove()), {
    client: new QueryClient(),
    isLast: (one) => one === last,
    onEmptied: () => void received.push('emptied'),
    say: (message) => void received.push(message),
  })
  const watched = watchTask<WantedDeletion, DeletionReceipt>()
  watched.subscribe(() => undefined)
  return { watched, start: (wanted: WantedDeletion) => watched.start(task, wanted), ranges, received }
}

it('a deletion asks for the range, empties the history and keeps the receipt until something else begins', async () => {
  const { watched, start, ranges, received } = deletion(async () => receipt)
  await start({ choice, range })
  expect(ranges).toEqual([range])
  expect(received).toEqual(['emptied', 'Gelöscht: 1 gespeicherte Position.'])
  expect(watched.current().data).toEqual(receipt)
  watched.reset()
  expect(watched.current().data).toBeUndefined()
})

it.each([
  { name: 'what failed', error: network, message: 'Fehler beim Löschen der Positionen' },
  { name: 'the reason the server gives', error: refusal, message: 'Das Demokonto ändert nichts.' },
])('a deletion that fails says $name, and leaves the history', async ({ error, message }) => {
  const { start, received } = deletion(() => Promise.reject(error))
  await expect(start({ choice, range: {} })).rejects.toBe(error)
  expect(received).toEqual([message])
})

it('a deletion that ends after another device was chosen changes nothing there, and shows no message', async () => {
  const { start, received } = deletion(async () => receipt, { deviceId: 'a' })
  await start({ choice, range: {} })
  expect(received).toEqual([])
})
