import { expect, test } from 'vitest'
import * as z from 'zod'
import { clockAt } from '#server/db/testing/clock.ts'
import { registerTrackingJobs } from './tracking.jobs.ts'
import { type Job, mailJob } from '#server/jobs/jobs.ts'

test('the e-mail about the end of a licence is tried for as long as any other', () => {
  const kinds: Pick<Job<never>, 'name' | 'retry'>[] = []
  registerTrackingJobs(
    { on: (kind) => void kinds.push(kind), every: () => undefined, send: async () => undefined },
    {
      positions: { expire: async () => ({ days: 0, positions: 0 }) },
      licenceEnds: {
        endRecordings: async () => undefined,
        pending: async () => [],
        settle: async () => undefined,
        ended: async () => null,
      },
      mailer: { send: async () => undefined },
      clock: clockAt('2026-11-21T12:00:00Z'),
      publicUrl: 'https://wegwarte.example',
    },
  )
  const { retry } = mailJob('any', z.object({}))
  expect(kinds.map((kind) => [kind.name, kind.retry])).toEqual([['licence-end-mail', retry]])
})
