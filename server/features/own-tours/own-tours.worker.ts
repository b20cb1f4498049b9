/*
 * Reads one file and ends. It runs in a thread of its own, because reading takes longer than any request should wait.
 */
import { parentPort } from 'node:worker_threads'
import { readTours, type TourQuestion } from './tour-reading.ts'

const port = parentPort
if (port === null) throw new Error('only inside a worker')
// An error here is thrown where the thread was started.
port.once('message', (question: TourQuestion) => port.postMessage(readTours(question)))
