import { secondMs } from '#contract/base/time-units.ts'
import { missingStandbys, type StandbySeen } from '#domain/health/standby.ts'
import type { LinesShare } from '#domain/riding/lines-share.ts'
import type { Gauge } from '#server/platform/metrics.ts'
import type { QueueStatus } from '#server/jobs/job-status.ts'
import type { Observed } from './advice.ts'
import type { StoredFigures } from './gauges.store.ts'

/** What is true of the whole product, from its database. */
export interface OfProduct extends Pick<Observed, 'standby' | 'jobs' | 'roles' | 'overdue' | 'feeds' | 'lastReportAt'> {
  stored: StoredFigures
  queues: readonly QueueStatus[]
  hazardLines: readonly LinesShare[]
}

/** What is true of this process alone. */
export interface OfProcess extends Pick<
  Observed,
  | 'backup'
  | 'refusesFixes'
  | 'silentServers'
  | 'clockBehindSeconds'
  | 'hearsDatabase'
  | 'eventLoopSeconds'
  | 'settingWarnings'
> {
  connections: { open: number; idle: number; waiting: number }
  process: { memoryBytes: number; cpuSeconds: number; startedAt: Date }
  /** The disk with `DATA_DIR`; null where there is no such folder. */
  disk: { bytes: number; freeBytes: number } | null
  version: string
  rolesHere: readonly string[]
  /** Null: the database did not say in time what is true of the product. */
  product: Pick<OfProduct, 'standby'> | null
}

export function gaugesOfProduct(seen: OfProduct, now: Date) {
  const { stored, queues, feeds, hazardLines, jobs, roles, lastReportAt } = seen
  const ageOf = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / secondMs))
  return [
    one('accounts', 'Accounts of customers.', stored.accounts),
    one('devices', 'Devices of customers.', stored.devices),
    one('devices_recorded', 'Devices whose positions are recorded.', stored.recorded),
    one('devices_guarded', 'Devices whose theft alarm is armed.', stored.guarded),
    each('alarms_of_a_day', 'Alarms of the last 24 hours.', stored.alarms, ({ kind, count }) => ({
      labels: { kind },
      value: count,
    })),
    each('alarm_emails_of_a_day', 'E-mails of these alarms.', stored.alarmEmails, ({ state, count }) => ({
      labels: { state },
      value: count,
    })),
    each('queue_waiting', 'Work that waits.', queues, ({ queue, waiting, retrying }) => ({
      labels: { queue },
      value: waiting + retrying,
    })),
    each('queue_failed', 'Work that was given up within two days.', queues, ({ queue, failed }) => ({
      labels: { queue },
      value: failed,
    })),
    each(
      'queue_oldest_seconds',
      'How long the oldest work that is due waits to begin; 0: none does.',
      queues,
      (queue) => ({
        labels: { queue: queue.queue },
        value: ageOf(queue.oldestWaitingSince),
      }),
    ),
    one('jobs_worked_off', '1 if any process works off jobs.', jobs === 'down' ? 0 : 1),
    each('processes', 'Processes that gave a sign of life lately, by role.', roles, ({ role, running }) => ({
      labels: { role },
      value: running,
    })),
    each('process_sign_seconds', 'Since the last sign of any of them.', roles, ({ role, secondsAgo }) => ({
      labels: { role },
      value: secondsAgo,
    })),
    each(
      'feed_last_success_timestamp_seconds',
      'When it was last imported; absent: never.',
      feeds.flatMap(({ feed, lastSuccessAt }) => (lastSuccessAt === null ? [] : [{ feed, lastSuccessAt }])),
      ({ feed, lastSuccessAt }) => ({ labels: { feed }, value: Date.parse(lastSuccessAt) / secondMs }),
    ),
    each('feed_failing', '1 if the last import failed.', feeds, ({ feed, failing }) => ({
      labels: { feed },
      value: failing ? 1 : 0,
    })),
    each('hazards', 'What riding mode tells of, by source.', hazardLines, ({ source, hazards }) => ({
      labels: { source },
      value: hazards,
    })),
    each('hazards_with_line', 'Those of which the road is known.', hazardLines, ({ source, withLine }) => ({
      labels: { source },
      value: withLine,
    })),
    each(
      'last_report_timestamp_seconds',
      'When any tracker last reported; absent: never.',
      lastReportAt === null ? [] : [lastReportAt],
      (at) => ({ value: at.getTime() / secondMs }),
    ),
  ]
}

export function gaugesOfProcess(seen: OfProcess): Gauge[] {
  const { backup, connections, disk, process, version, rolesHere } = seen
  return [
    each('info', 'The version and the roles of this process.', [null], () => ({
      labels: { version, roles: rolesHere.join(',') },
      value: 1,
    })),
    one('database_answers', '1 if the database answers this process in time.', seen.product === null ? 0 : 1),
    ...(seen.product === null ? [] : gaugesOfStandby(seen.product.standby)),
    one('notifications_arrive', '1 if notifications of the database reach this process.', seen.hearsDatabase ? 1 : 0),
    one('setting_warnings', 'Settings of this process that are warned about.', seen.settingWarnings.length),
    one('fixes_refused', '1 if reports cannot be stored.', seen.refusesFixes ? 1 : 0),
    each(
      'position_server_silent',
      '1 for each of several servers with positions that does not answer this process.',
      [...seen.silentServers.keys()],
      (server) => ({ labels: { server }, value: 1 }),
    ),
    one('clock_behind_seconds', 'By which the clock is doubted; 0: it is not.', seen.clockBehindSeconds ?? 0),
    one('database_connections', 'Open connections of this process.', connections.open),
    one('database_connections_idle', 'Those that nobody uses.', connections.idle),
    one('database_queries_waiting', 'Queries that wait for a connection.', connections.waiting),
    one(
      'event_loop_seconds',
      'How long this process keeps others waiting, 99th percentile of a minute.',
      seen.eventLoopSeconds,
    ),
    one('memory_bytes', 'Memory of this process.', process.memoryBytes),
    {
      ...one('cpu_seconds_total', 'Processor time of this process.', process.cpuSeconds),
      type: 'counter',
    },
    one('start_timestamp_seconds', 'When this process started.', process.startedAt.getTime() / secondMs),
    ...(backup === null
      ? []
      : [
          one(
            'last_good_backup_timestamp_seconds',
            'When the last backup in BACKUP_DIR was made that could be read back; 0: never.',
            (backup.lastAt?.getTime() ?? 0) / secondMs,
          ),
        ]),
    ...(disk === null
      ? []
      : [
          one('disk_bytes', 'Size of the disk with DATA_DIR.', disk.bytes),
          one('disk_free_bytes', 'What of it this process could still write.', disk.freeBytes),
        ]),
  ]
}

/** By each process: while commits wait for a standby no sign of life is stored, and so nobody speaks for all. */
function gaugesOfStandby(standby: StandbySeen): Gauge[] {
  const missing = missingStandbys(standby)
  return [
    one('standbys_hidden', 'Standbys of which this user of the database may see nothing.', standby.hidden),
    ...(missing === null
      ? []
      : [
          one('standbys_missing', 'Standbys that commits wait for and that do not follow.', missing),
          one('standby_lag_seconds', 'By which a standby lags that commits wait for.', standby.lagSeconds ?? 0),
        ]),
    one(
      'standby_writes_held',
      '1 if changes are refused, because commits wait for a standby in vain.',
      standby.writesHeld ? 1 : 0,
    ),
  ]
}

function one(name: string, help: string, value: number): Gauge {
  return { name: `wegwarte_${name}`, type: 'gauge', help, values: [{ value }] }
}

function each<Item>(
  name: string,
  help: string,
  items: readonly Item[],
  of: (item: Item) => Gauge['values'][number],
): Gauge {
  return { name: `wegwarte_${name}`, type: 'gauge', help, values: items.map(of) }
}
