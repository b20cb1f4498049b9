import { health } from '#contract/health.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { type BackupSeen, backupState } from '#domain/health/last-backup.ts'
import { isStandbyMissed, standbyAdvice, type StandbySeen, standbyState } from '#domain/health/standby.ts'
import type { LinesShare } from '#domain/riding/lines-share.ts'
import { missedRoles, missedRoleToDo, type RoleHeartbeats } from '#domain/time/missed-roles.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { QueueStatus } from '#server/jobs/job-status.ts'
import { type OverdueQueue, overdueMinutes } from '#server/jobs/overdue-work.ts'
import { version } from '#server/platform/version.ts'

/** The state of the product's parts, checked at each call; when any tracker last reported, once a minute. */
export interface Health {
  databaseAnswers(): Promise<boolean>
  standby(): Promise<StandbySeen>
  backup(): Promise<BackupSeen>
  mail: 'smtp' | 'mailbox'
  jobs(): Promise<'ok' | 'down' | 'elsewhere'>
  overdue(): Promise<OverdueQueue[]>
  roles(): Promise<RoleHeartbeats[]>
  queues(): Promise<QueueStatus[]>
  lastReport(): Promise<Date | null>
  /** Of this process, if trackers report to it. */
  refusesFixes(): boolean
  /** Of several servers with positions, those that do not answer this process, and since when. */
  silentServers(): ReadonlyMap<string, Date>
  /** Null if the clock is trusted. */
  clockBehindSeconds(): number | null
  /** Whether notifications of the database reach this process. */
  hearsDatabase(): boolean
  /** About the settings of this process: sentences for the operator alone. */
  settingWarnings: readonly string[]
  feeds(): Promise<{ feed: string; lastSuccessAt: string | null; failing: boolean }[]>
  hazardLines(): Promise<LinesShare[]>
}

/** Monitoring gives up soon, and would never learn that the database is silent. */
const patienceMs = 1_500
const retryAfter = 5
/** Work that lies for a quarter of an hour does not go on within seconds. */
const retryAfterStanding = 60

/** @param now by which it is said how long work has waited. */
export function registerHealthRoutes(api: Api, parts: Health, now: () => Date): void {
  // One query for all callers: a silent database holds only one.
  let looking: ReturnType<typeof look> | null = null

  api.on(health.health, async () => {
    looking ??= look(parts, now()).finally(() => (looking = null))
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), patienceMs)
    const seen = await Promise.race([looking, late.promise]).finally(() => clearTimeout(timer))
    if (seen === null) throw new Problem('UNAVAILABLE', { retryAfter })
    const standing = standstillIn(seen)
    if (standing !== null) throw new Problem('UNAVAILABLE', { retryAfter: retryAfterStanding, message: standing })
    const clockBehindSeconds = parts.clockBehindSeconds()
    const fixes = parts.refusesFixes() ? ('refused' as const) : ('ok' as const)
    const liveEvents = parts.hearsDatabase() ? ('ok' as const) : ('down' as const)
    const silentPositionServers = parts.silentServers().size
    const { standby, backup: backupSeen, ...others } = seen
    const backup = backupState(backupSeen, now())
    const isWell =
      seen.overdue.length === 0 &&
      fixes === 'ok' &&
      liveEvents === 'ok' &&
      clockBehindSeconds === null &&
      silentPositionServers === 0 &&
      backup !== 'late' &&
      standbyState(standby) !== 'late'
    return {
      status: isWell ? ('ok' as const) : ('degraded' as const),
      version,
      database: 'ok' as const,
      standby: standbyState(standby),
      standbyLagSeconds: standby.lagSeconds,
      backup,
      lastBackupAt: backupSeen?.lastAt?.toISOString() ?? null,
      mail: parts.mail,
      fixes,
      clockBehindSeconds,
      silentPositionServers,
      liveEvents,
      // Anybody may ask: only how many.
      settingWarnings: parts.settingWarnings.length,
      ...others,
    }
  })
}

type Seen = NonNullable<Awaited<ReturnType<typeof look>>>

/** Null while the database does not answer. */
async function look(parts: Health, now: Date) {
  if (!(await parts.databaseAnswers())) return null
  const [standby, backup, jobs, overdue, roles, feeds, hazardLines, queues, reported] = await Promise.all([
    parts.standby(),
    parts.backup(),
    parts.jobs(),
    parts.overdue(),
    parts.roles(),
    parts.feeds(),
    parts.hazardLines(),
    parts.queues(),
    parts.lastReport(),
  ])
  const waiting = queues.flatMap(({ oldestWaitingSince }) => oldestWaitingSince?.getTime() ?? [])
  return {
    standby,
    backup,
    jobs,
    overdue,
    roles,
    feeds,
    hazardLines,
    lastRuns: queues
      .filter(({ cron }) => cron !== null)
      .map(({ queue, lastDoneAt }) => ({ job: queue, at: lastDoneAt?.toISOString() ?? null })),
    oldestWaitingSeconds: waiting.length === 0 ? null : Math.round((now.getTime() - Math.min(...waiting)) / secondMs),
    lastReportAt: reported?.toISOString() ?? null,
  }
}

/** What nobody works on, whichever process is asked: a German sentence. What was given up is no standstill. */
function standstillIn({ standby, jobs, overdue, roles }: Seen): string | null {
  // First, because the signs of all roles are missing then, too.
  const advice = standbyAdvice(standby)
  if (advice !== null && isStandbyMissed(standby)) return `${advice.state} ${advice.toDo}`
  const [missed] = missedRoles(roles)
  if (missed !== undefined) return `${missed} ${missedRoleToDo}`
  if (jobs === 'down') {
    return `Seit mehr als ${overdueMinutes} Minuten erledigt kein Prozess Aufgaben: keine E-Mails, keine Alarme, keine Löschungen. Bitte den Prozess mit der Rolle jobs starten.`
  }
  const late = overdue.filter(({ waiting }) => waiting > 0).map(({ queue, waiting }) => `${queue} (${waiting})`)
  if (late.length === 0) return null
  return `Seit mehr als ${overdueMinutes} Minuten warten Aufgaben: ${late.join(', ')}. Was sie aufhält, sagen das Protokoll und „jobs status“.`
}
