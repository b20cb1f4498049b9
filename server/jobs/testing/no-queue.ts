import type { Queue } from '#server/jobs/jobs.ts'

/** For tests of what a store writes, not of the work that follows. */
export const noQueue: Queue = { enqueue: async () => undefined }
