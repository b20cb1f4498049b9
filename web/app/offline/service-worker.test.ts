import { expect, test } from 'vitest'
import { offer } from './service-worker.ts'

/** A worker that waits and brings these files. */
function waitingWorker(files: readonly string[]) {
  const messages: string[] = []
  return {
    messages,
    postMessage({ type, file = '' }: { type: string; file?: string }, [port]: Transferable[]) {
      messages.push(type)
      if (port instanceof MessagePort) port.postMessage(files.includes(file))
    },
  }
}

test('a page of an older build is offered the newer one, and nothing happens until its user wants it', async () => {
  const worker = waitingWorker(['/assets/new.js'])
  const takeOver = await new Promise<() => void>((resolve) => void offer(worker, '/assets/old.js', resolve))
  expect(worker.messages).toEqual(['brings'])
  takeOver()
  expect(worker.messages).toEqual(['brings', 'take-over'])
})

test('a page that is of that build already lets the worker take over without a word', async () => {
  const worker = waitingWorker(['/assets/new.js'])
  let offered = false
  await offer(worker, '/assets/new.js', () => (offered = true))
  expect(worker.messages).toEqual(['brings', 'take-over'])
  expect(offered).toBe(false)
})

test('without a waiting worker nothing is offered', async () => {
  let offered = false
  await offer(null, '/assets/new.js', () => (offered = true))
  expect(offered).toBe(false)
})
