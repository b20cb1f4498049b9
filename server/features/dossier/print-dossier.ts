import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { dossierServerLimits } from '#contract/dossier/dossier-limits.ts'
import { minuteSeconds } from '#contract/base/time-units.ts'
import { semaphore } from '#server/platform/semaphore.ts'
import type { DossierDocument } from './dossier-document.ts'
import { Problem } from '#server/http/problem.ts'

export type PrintDossier = (dossier: DossierDocument) => Promise<Buffer>

const patienceMs = 20_000
const printed = z.tuple([z.instanceof(Uint8Array)])

/**
 * Prints documents one after the other, each in a thread that ends with it, so nobody else waits for the drawing.
 * @throws {Problem} UNAVAILABLE where too many wait already.
 */
export function createPrintDossier(): PrintDossier {
  const inTurn = semaphore(1, { length: dossierServerLimits.documentsWaiting, full: tooMany })
  return (dossier) => inTurn(() => print(dossier))
}

function tooMany(): Problem {
  const message = 'Gerade werden viele Mappen gedruckt. Bitte versuchen Sie es in einer Minute noch einmal.'
  return new Problem('UNAVAILABLE', { message, retryAfter: minuteSeconds })
}

async function print(dossier: DossierDocument): Promise<Buffer> {
  const worker = new Worker(new URL('./dossier-pdf.worker.ts', import.meta.url))
  try {
    // A thread, not a window: there is no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(dossier)
    const [bytes] = printed.parse(await once(worker, 'message', { signal: AbortSignal.timeout(patienceMs) }))
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
