import { createMetrics } from '#server/platform/metrics.ts'
import { createPseudonyms } from '#server/platform/pseudonyms.ts'

/** What an HTTP server logs and counts with, for tests that do not look at it. */
export const logParts = { names: createPseudonyms(Buffer.alloc(32)), metrics: createMetrics() }
