import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { DossierDocument } from './dossier-document.ts'

export type PrintDossier = (dossier: DossierDocument) => Promise<Buffer>

const patienceMs = 20_000
const printed = z.tuple([z.instanceof(Uint8Array)])

/** Prints documents one after the other, each in a thread that ends with it, so nobody else waits for the drawing. */
export function createPrintDossier(): PrintDossier {
  let previous: Promise<unknown> = Promise.resolve()
  return (dossier) => {
    const next = previous.then(() => print(dossier))
    previous = next.catch(() => undefined)
    return next
  }
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
