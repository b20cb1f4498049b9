import { health } from '#contract/health.ts'
import { limits } from '#contract/limits.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { OverdueQueue } from '#server/jobs/jobs.ts'

/** How the parts of the product are, asked anew at each call. */
export interface Health {
  databaseAnswers(): Promise<boolean>
  mail: 'smtp' | 'mailbox'
  jobs(): Promise<'ok' | 'down' | 'elsewhere'>
  overdue(): Promise<OverdueQueue[]>
  feeds(): Promise<{ feed: string; lastSuccessAt: string | null; failing: boolean }[]>
}

export function registerHealthRoutes(api: Api, parts: Health): void {
  api.on(health.health, async () => {
    if (!(await parts.databaseAnswers())) throw new Problem('UNAVAILABLE')
    const [jobs, overdue, feeds] = await Promise.all([parts.jobs(), parts.overdue(), parts.feeds()])
    return {
      status: jobs === 'down' || overdue.length > 0 ? ('degraded' as const) : ('ok' as const),
      version: limits.app.version,
      database: 'ok' as const,
      mail: parts.mail,
      jobs,
      overdue,
      feeds,
    }
  })
}
