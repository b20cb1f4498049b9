import { newestBackup } from '#server/db/backup/backup-folder.ts'
import { readRoleHeartbeats } from '#server/db/shared/heartbeats.ts'
import { readStandby } from '#server/db/connection/standby.ts'
import type { LinesShare } from '#domain/riding/lines-share.ts'
import type { FeedHealth } from '#server/features/feeds/feed-health.ts'
import type { OwnClock } from '#server/features/reception/own-clock.ts'
import type { Foundations } from '#server/foundations.ts'
import { readQueues } from '#server/jobs/job-status.ts'
import type { OverdueQueue } from '#server/jobs/overdue-work.ts'
import { findingsIn, sentencesOf } from '#server/setting-rules.ts'
import { type Health, registerHealthRoutes } from './health.routes.ts'
import { createLastReport, databaseTime } from './health.store.ts'

type Needs = Pick<
  Foundations,
  'settings' | 'connection' | 'positionServers' | 'database' | 'clock' | 'mailer' | 'jobs' | 'api'
>

/** What other features report about their health. */
interface Others {
  reception: { ownClock: OwnClock; refusesAll(now: Date): boolean }
  events: { isHearing(): boolean }
  messages: { overdue(): Promise<OverdueQueue[]> }
  feeds: { health(): Promise<FeedHealth[]> }
  riding: { linesShares(): Promise<LinesShare[]> }
}

export function buildHealth(
  { settings, connection, positionServers, database, clock, mailer, jobs, api }: Needs,
  others: Others,
): Health {
  const { reception, events, messages, feeds, riding } = others
  const health: Health = {
    async databaseAnswers() {
      const now = await databaseTime(database)
      if (now !== null) reception.ownClock.compare(now)
      return now !== null
    },
    clockBehindSeconds() {
      const lagMs = reception.ownClock.lag()
      return lagMs === null ? null : Math.round(lagMs / 1000)
    },
    standby: () => readStandby(connection),
    async backup() {
      return settings.BACKUP_DIR === undefined ? null : { lastAt: await newestBackup(settings.BACKUP_DIR, clock.now()) }
    },
    mail: mailer.kind,
    silentServers: positionServers.silent,
    refusesFixes: () => reception.refusesAll(clock.now()),
    async jobs() {
      if (settings.ROLES.includes('jobs')) return jobs.running() ? 'ok' : 'down'
      return (await jobs.isWorkedOff()) ? 'elsewhere' : 'down'
    },
    roles: () => readRoleHeartbeats(database),
    queues: async () => (await readQueues(database)) ?? [],
    lastReport: createLastReport(database, clock),
    overdue: async () => [...(await messages.overdue()), ...(await jobs.overdue())],
    hearsDatabase: events.isHearing,
    settingWarnings: sentencesOf(findingsIn(settings), 'warned'),
    feeds: feeds.health,
    hazardLines: riding.linesShares,
  }
  registerHealthRoutes(api, health, () => clock.now())
  return health
}
