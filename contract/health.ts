import * as z from 'zod/mini'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { instant } from '#contract/base/place.ts'

/** The state of the product, for its operator. Separate from what browsers ask for: none of them loads this. */
export const health = {
  health: endpoint('GET', '/api/health', {
    access: 'public',
    limit: manyReads,
    summary: 'Ob das Produkt arbeiten kann; 503, wenn nicht, oder wenn Arbeit liegen bleibt.',
    reply: z.object({
      status: z.enum(['ok', 'degraded']),
      version: z.string(),
      database: z.enum(['ok', 'down']),
      /**
       * Of PostgreSQL, for which commits wait (`synchronous_standby_names`); `none`: they wait for none. `late`: it lags.
       * `hidden`: this user of the database may not see it (`grant pg_read_all_stats`). If it is away: 503.
       */
      standby: z.enum(['none', 'ok', 'hidden', 'late', 'away']),
      standbyLagSeconds: z.nullable(z.number()),
      /** `late`: the last backup in `BACKUP_DIR` is missing or too old; `none`: this process has no such folder. */
      backup: z.enum(['none', 'ok', 'late']),
      /** When the last backup that could be read back was written; null: never, or `none`. */
      lastBackupAt: z.nullable(instant),
      mail: z.enum(['smtp', 'mailbox']),
      /** `elsewhere`: another process works, not this one. */
      jobs: z.enum(['ok', 'down', 'elsewhere']),
      /**
       * The roles that any process has had within a week; empty with the embedded database, which has one process. A role is
       * missed when no process with it has given a sign of life for two minutes.
       */
      roles: z.array(z.object({ role: z.string(), running: z.int(), secondsAgo: z.int() })),
      /** When each kind of repeated work was last done, in any process; null: never within two days. */
      lastRuns: z.array(z.object({ job: z.string(), at: z.nullable(instant) })),
      /** Seconds since the oldest work that nobody has begun was due, such as an e-mail; null while there is none. */
      oldestWaitingSeconds: z.nullable(z.number()),
      /**
       * Queues of work that has waited for longer than a quarter of an hour, or was given up within a day. E-mails delayed
       * only by their recipients' own mail servers count if there are many.
       */
      overdue: z.array(z.object({ queue: z.string(), waiting: z.int(), failed: z.int() })),
      /** Seconds by which the server's clock is behind if it is doubted (ahead: less than 0), null if it is not. */
      clockBehindSeconds: z.nullable(z.number()),
      /** `refused`: no report of a tracker can be stored, as on a full disk; the log says why. */
      fixes: z.enum(['ok', 'refused']),
      /** How many of several servers with positions do not answer this process; the log and the status page name them. */
      silentPositionServers: z.int(),
      /** When any tracker last reported, to any process. */
      lastReportAt: z.nullable(instant),
      /** `down`: no notification of the database reaches this process, so screens learn what is new once a minute. */
      liveEvents: z.enum(['ok', 'down']),
      /** How many warnings there are about this process's settings; `settings check` and the status page say which. */
      settingWarnings: z.int(),
      feeds: z.array(z.object({ feed: z.string(), lastSuccessAt: z.nullable(instant), failing: z.boolean() })),
      /**
       * Of each source with hazards that riding mode tells of, how many it has, and of how many the line of their road is known:
       * by the source, or by the own base map. Counted every five minutes.
       */
      hazardLines: z.array(z.object({ source: z.string(), hazards: z.int(), withLine: z.int() })),
    }),
  }),
}
