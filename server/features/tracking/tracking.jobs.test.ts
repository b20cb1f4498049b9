import { expect, test } from 'vitest'
import * as z from 'zod'
import { clockAt } from '#server/db/testing/clock.ts'
import { registerTrackingJobs } from './tracking.jobs.ts'
import { type Job, mailJob } from '#server/jobs/jobs.ts'

test('the e-mail about a new text is tried for as long as any other', () => {
  const kinds: Pick<Job<never>, 'name' | 'retry'>[] = []
  registerTrackingJobs(
    { on: (kind) => void kinds.push(kind), every: () => undefined, enqueue: async () => undefined },
    {
      licenceEnds: { endRecordings: async () => undefined },
      renewals: {
        candidates: async () => [],
        pending: async () => [],
        settle: async () => undefined,
        request: async () => null,
      },
      service: { renew: async () => undefined },
      mailer: { send: async () => undefined },
      clock: clockAt('2026-11-21T12:00:00Z'),
      publicUrl: 'https://wegwarte.example',
    },
  )
  const { retry } = mailJob('any', z.object({}))
  expect(kinds.map((kind) => [kind.name, kind.retry])).toEqual([['consent-renewal-mail', retry]])
})
