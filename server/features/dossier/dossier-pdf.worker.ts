/*
 * Draws one document and ends. It runs in a thread of its own, because drawing takes longer than any request should wait.
 */
import { parentPort } from 'node:worker_threads'
import type { DossierDocument } from './dossier-document.ts'
import { drawDossier } from './dossier-pdf.ts'

const port = parentPort
if (port === null) throw new Error('only inside a worker')
// An error here is thrown where the thread was started.
port.once('message', (dossier: DossierDocument) => void drawDossier(dossier).then((bytes) => port.postMessage(bytes)))
