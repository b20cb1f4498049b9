import * as z from 'zod/mini'
import { manyReads } from '#contract/call-limit.ts'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/place.ts'

/** The state of the product, for its operator. Separate from what browsers ask for: none of them loads this. */
export const health = {
  health: endpoint('GET', '/api/health', {
    access: 'public',
    limit: manyReads,
    summary: 'Ob das Produkt arbeiten kann; 503, wenn nicht.',
    reply: z.object({
      status: z.enum(['ok', 'degraded']),
      version: z.string(),
      database: z.enum(['ok', 'down']),
      mail: z.enum(['smtp', 'mailbox']),
      /** `elsewhere`: another process works, not this one. */
      jobs: z.enum(['ok', 'down', 'elsewhere']),
      /**
       * Queues of work that has waited for longer than a quarter of an hour, or was given up within a day. E-mails delayed
       * only by their recipients' own mail servers count if there are many.
       */
      overdue: z.array(z.object({ queue: z.string(), waiting: z.int(), failed: z.int() })),
      /** Seconds by which the server's clock is behind if it is doubted (ahead: less than 0), null if it is not. */
      clockBehindSeconds: z.nullable(z.number()),
      /** `refused`: no report of a tracker can be stored, as on a full disk; the log says why. */
      fixes: z.enum(['ok', 'refused']),
      feeds: z.array(z.object({ feed: z.string(), lastSuccessAt: z.nullable(instant), failing: z.boolean() })),
    }),
    problems: ['UNAVAILABLE'],
  }),
}
