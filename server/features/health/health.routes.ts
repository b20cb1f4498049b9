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
  /** Null where the clock is believed. */
  clockBehindSeconds(): number | null
  feeds(): Promise<{ feed: string; lastSuccessAt: string | null; failing: boolean }[]>
}

export function registerHealthRoutes(api: Api, parts: Health): void {
  api.on(health.health, async () => {
    if (!(await parts.databaseAnswers())) throw new Problem('UNAVAILABLE')
    const [jobs, overdue, feeds] = await Promise.all([parts.jobs(), parts.overdue(), parts.feeds()])
    const clockBehindSeconds = parts.clockBehindSeconds()
    const isWell = jobs !== 'down' && overdue.length === 0 && clockBehindSeconds === null
    return {
      status: isWell ? ('ok' as const) : ('degraded' as const),
      version: limits.app.version,
      database: 'ok' as const,
      mail: parts.mail,
      jobs,
      overdue,
      clockBehindSeconds,
      feeds,
    }
  })
}
