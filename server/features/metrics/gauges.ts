import { secondMs } from '#contract/time-units.ts'
import { missingStandbys } from '#domain/health/standby.ts'
import type { Gauge } from '#server/figures.ts'
import type { QueueStatus } from '#server/jobs/job-status.ts'
import type { Observed } from './advice.ts'
import type { StoredFigures } from './gauges.store.ts'

/** Everything at one moment, from which figures and page are made. */
export interface Measured extends Omit<Observed, 'alarmEmails' | 'connectionsWaiting'> {
  stored: StoredFigures
  queues: readonly QueueStatus[]
  connections: { open: number; idle: number; waiting: number }
  process: { memoryBytes: number; cpuSeconds: number; upSeconds: number }
  version: string
  rolesHere: readonly string[]
}

export function gaugesOf(measured: Measured): Gauge[] {
  const { now, stored, standby, queues, feeds, connections } = measured
  const one = (name: string, help: string, value: number): Gauge => ({
    name: `wegwarte_${name}`,
    help,
    values: [{ value }],
  })
  const each = <Item>(
    name: string,
    help: string,
    items: readonly Item[],
    of: (item: Item) => Gauge['values'][number],
  ) => ({
    name: `wegwarte_${name}`,
    help,
    values: items.map(of),
  })
  const age = (at: Date | null) => (at === null ? -1 : (now.getTime() - at.getTime()) / secondMs)
  return [
    each('info', 'The version and the roles of this process.', [measured], ({ version, rolesHere }) => ({
      labels: { version, roles: rolesHere.join(',') },
      value: 1,
    })),
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
    each('queue_oldest_seconds', 'How long the oldest work waits; -1: none does.', queues, (queue) => ({
      labels: { queue: queue.queue },
      value: age(queue.oldestWaitingSince),
    })),
    one(
      'standbys_missing',
      'Standbys that commits wait for and that do not follow; -1: not to be seen by this user of the database.',
      missingStandbys(standby) ?? -1,
    ),
    one(
      'standby_lag_seconds',
      'By which a standby lags that commits wait for; -1: not to be seen.',
      missingStandbys(standby) === null ? -1 : (standby.lagSeconds ?? 0),
    ),
    one(
      'standby_writes_held',
      '1 if changes are refused, because commits wait for a standby in vain.',
      standby.writesHeld ? 1 : 0,
    ),
    each(
      'backup_age_seconds',
      'Since the last backup in BACKUP_DIR; -1: never; no value where this process has no such folder.',
      measured.backup === null ? [] : [measured.backup],
      ({ lastAt }) => ({ value: age(lastAt) }),
    ),
    one('jobs_worked_off', '1 if any process works off jobs.', measured.jobs === 'down' ? 0 : 1),
    each('processes', 'Processes that gave a sign of life lately, by role.', measured.roles, ({ role, running }) => ({
      labels: { role },
      value: running,
    })),
    each('process_sign_seconds', 'Since the last sign of any of them.', measured.roles, ({ role, secondsAgo }) => ({
      labels: { role },
      value: secondsAgo,
    })),
    each('feed_age_seconds', 'Since the last good import; -1: never.', feeds, ({ feed, lastSuccessAt }) => ({
      labels: { feed },
      value: age(lastSuccessAt === null ? null : new Date(Date.parse(lastSuccessAt))),
    })),
    each('feed_failing', '1 if the last import failed.', feeds, ({ feed, failing }) => ({
      labels: { feed },
      value: failing ? 1 : 0,
    })),
    one('last_report_seconds', 'Since any tracker last reported; -1: never.', age(measured.lastReportAt)),
    one('fixes_refused', '1 if reports cannot be stored.', measured.refusesFixes ? 1 : 0),
    one('clock_behind_seconds', 'By which the clock is doubted; 0: it is not.', measured.clockBehindSeconds ?? 0),
    one('database_connections', 'Open connections of this process.', connections.open),
    one('database_connections_idle', 'Those that nobody uses.', connections.idle),
    one('database_queries_waiting', 'Queries that wait for a connection.', connections.waiting),
    one(
      'event_loop_seconds',
      'How long this process keeps others waiting, 99th percentile.',
      measured.eventLoopSeconds,
    ),
    one('memory_bytes', 'Memory of this process.', measured.process.memoryBytes),
    one('cpu_seconds', 'Processor time of this process.', measured.process.cpuSeconds),
    one('up_seconds', 'Since this process started.', measured.process.upSeconds),
  ]
}
