import type { JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { secondMs } from '#contract/base/time-units.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { AddressRefused, SendingDropped } from '#server/mail/mailer.ts'
import { errorFields } from '#server/platform/error-fields.ts'

export type Attempt = Pick<JobWithMetadata, 'id' | 'name' | 'retryCount' | 'retryLimit' | 'expireInSeconds'>

/** What becomes of work that is no e-mail. */
export const workOutcomes = ['done', 'failed'] as const
export const mailOutcomes = [...workOutcomes, 'refused', 'dropped'] as const
type Outcome = (typeof mailOutcomes)[number]

/** Stored with finished work, for support. */
export interface Refused {
  refused: true
}

/**
 * Does work and tells what becomes of it. Each failure is logged: `pg-boss` does not report it, and the person who waits for the e-mail
 * cannot know.
 */
export function createAttempts({ log, metrics }: { log: Logger; metrics: Metrics }) {
  return async (attempt: Attempt, work: () => Promise<void>): Promise<Refused | undefined> => {
    const isLast = attempt.retryCount >= attempt.retryLimit
    const logFailure = (reason: object) => {
      log.error(
        { job: attempt.name, attempt: attempt.retryCount + 1, ...reason },
        isLast ? 'a job failed for good' : 'a job failed and is tried again',
      )
    }
    const overdue = setTimeout(() => logFailure({ error: 'TimeoutError' }), attempt.expireInSeconds * secondMs)
    const count = (outcome: Outcome) => metrics.count('wegwarte_jobs_total', { queue: attempt.name, outcome })
    try {
      await work()
      count('done')
      return undefined
    } catch (error) {
      // A repeated attempt would be refused again, and would hurt our reputation with the mail server.
      if (error instanceof AddressRefused) {
        log.warn({ job: attempt.name, error: error.name }, 'an e-mail was refused for good')
        count('refused')
        return { refused: true }
      }
      if (error instanceof SendingDropped) {
        log.info({ job: attempt.name }, 'an e-mail is left to the next process')
        count('dropped')
        throw error
      }
      count('failed')
      logFailure(errorFields(error))
      throw error
    } finally {
      clearTimeout(overdue)
    }
  }
}

/**
 * What a stop leaves behind, once `pg-boss` has stopped. E-mails that were dropped are due at once, for the next process. Those
 * that a mail server has the whole of may still be taken: their lease lasts.
 * @param $1 seconds of a lease
 */
export const leaveToNextProcess = `
  update pgboss.job set start_after = case
    when output->>'name' = '${SendingDropped.name}' then pgboss.job_now()
    else greatest(start_after, pgboss.job_now() + $1::int * interval '1 second') end
  where state = 'retry' and (output->>'name' = '${SendingDropped.name}'
    or heartbeat_seconds is not null and output->>'value' = 'pg-boss shut down while active')`
