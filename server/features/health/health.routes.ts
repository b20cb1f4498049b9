import { appLimits } from '#contract/app-limits.ts'
import { health } from '#contract/health.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { OverdueQueue } from '#server/jobs/jobs.ts'

/** The state of the product's parts, checked at each call. */
export interface Health {
  databaseAnswers(): Promise<boolean>
  mail: 'smtp' | 'mailbox'
  jobs(): Promise<'ok' | 'down' | 'elsewhere'>
  overdue(): Promise<OverdueQueue[]>
  /** Of this process, if trackers report to it. */
  refusesFixes(): boolean
  /** Null if the clock is trusted. */
  clockBehindSeconds(): number | null
  feeds(): Promise<{ feed: string; lastSuccessAt: string | null; failing: boolean }[]>
}

/** Monitoring gives up soon, and would never learn that the database is silent. */
const patienceMs = 1_500
const retryAfter = 5

export function registerHealthRoutes(api: Api, parts: Health): void {
  // One query for all callers: a silent database holds only one.
  let looking: ReturnType<typeof look> | null = null

  api.on(health.health, async () => {
    looking ??= look(parts).finally(() => (looking = null))
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), patienceMs)
    const seen = await Promise.race([looking, late.promise]).finally(() => clearTimeout(timer))
    if (seen === null) throw new Problem('UNAVAILABLE', { retryAfter })
    const clockBehindSeconds = parts.clockBehindSeconds()
    const fixes = parts.refusesFixes() ? ('refused' as const) : ('ok' as const)
    const areWell = seen.jobs !== 'down' && seen.overdue.length === 0
    const isWell = areWell && fixes === 'ok' && clockBehindSeconds === null
    return {
      status: isWell ? ('ok' as const) : ('degraded' as const),
      version: appLimits.version,
      database: 'ok' as const,
      mail: parts.mail,
      fixes,
      clockBehindSeconds,
      ...seen,
    }
  })
}

/** Null while the database does not answer. */
async function look(parts: Health) {
  if (!(await parts.databaseAnswers())) return null
  const [jobs, overdue, feeds] = await Promise.all([parts.jobs(), parts.overdue(), parts.feeds()])
  return { jobs, overdue, feeds }
}
