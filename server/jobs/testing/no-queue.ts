import type { Queue } from '#server/jobs/jobs.ts'

/** For tests of what a store writes, not of the work that follows. */
export const noQueue: Queue = { enqueue: async () => undefined }

/** Where nothing follows from what is written. */
export const refusingQueue: Queue = { enqueue: () => Promise.reject(new Error('nothing should be queued')) }
