import * as z from 'zod/mini'
import { manyReads } from '#contract/call-limit.ts'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/place.ts'

/** How the product is, for its operator. Apart from what browsers ask for: none of them loads this. */
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
       * Queues of work that waits for longer than a quarter of an hour, or was given up within a day; e-mails that only
       * their recipients' own mail servers put off count where they are many.
       */
      overdue: z.array(z.object({ queue: z.string(), waiting: z.int(), failed: z.int() })),
      /** Seconds by which the server's clock is behind where it is doubted (ahead: less than 0), null where it is not. */
      clockBehindSeconds: z.nullable(z.number()),
      /** `refused`: nothing that trackers report can be stored, as on a full disk; the log says why. */
      fixes: z.enum(['ok', 'refused']),
      feeds: z.array(z.object({ feed: z.string(), lastSuccessAt: z.nullable(instant), failing: z.boolean() })),
    }),
    problems: ['UNAVAILABLE'],
  }),
}
