import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  checkRules,
  differenceOfAlerts,
  isPromtoolInstalled,
  rulesFile,
  type Series,
} from '#server/testing/alert-rules.ts'

const rules = readFileSync(rulesFile, 'utf8')
const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

test('each alert leads to a section of the guide that is there', () => {
  const guide = readFileSync('docs/operating.md', 'utf8')
  const anchors = new Set(
    [...guide.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const links = [...rules.matchAll(/runbook_url: .*\/docs\/operating\.md#(\S+)/g)].map(([, anchor = '']) => anchor)
  expect(links).toHaveLength(names.length)
  expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([])
})

const always = (name: string, value: string): Series => ({ name, before: value, after: value })
const product = [always('up', '1'), always('wegwarte_accounts', '1')]
const hours = 60

/** Each by figures made for it. By their causes, as far as a test can bring them about: `alerts.api.test.ts`. */
const cases: [alert: string, series: Series[], stepMinutes?: number][] = [
  ['WegwarteProcessDown', [always('up', '0')]],
  ['WegwarteRoleMissing', [always('wegwarte_processes{role="gateway"}', '0')]],
  ['WegwarteDatabaseAway', [always('wegwarte_database_answers', '0')]],
  ['WegwarteStandbyMissing', [always('wegwarte_standbys_missing', '1')]],
  ['WegwarteStandbyLate', [always('wegwarte_standby_lag_seconds', '31')]],
  ['WegwarteNotificationsMissing', [always('wegwarte_notifications_arrive', '0')]],
  ['WegwarteReportsRefused', [always('wegwarte_fixes_refused', '1')]],
  ['WegwarteNoReports', [always('wegwarte_last_report_timestamp_seconds', '0')], hours],
  ['WegwartePositionServerSilent', [always('wegwarte_position_server_silent{server="w1:5432"}', '1')]],
  ['WegwarteClockDoubted', [always('wegwarte_clock_behind_seconds', '-600')]],
  ['WegwarteJobsStanding', [always('wegwarte_jobs_worked_off', '0')]],
  ['WegwarteWorkWaits', [always('wegwarte_queue_oldest_seconds{queue="mail"}', '1900')]],
  ['WegwarteWorkGivenUp', [always('wegwarte_queue_failed{queue="mail"}', '1')]],
  ['WegwarteFeedFails', [always('wegwarte_feed_failing{feed="cap"}', '1')], hours],
  [
    'WegwarteEmailsFail',
    ['failed', 'sent', 'refused'].map((outcome) => ({
      name: `wegwarte_emails_total{outcome="${outcome}"}`,
      before: '0',
      after: outcome === 'failed' ? '4' : '1',
    })),
  ],
  ['WegwarteAlarmEmailsLost', [always('wegwarte_alarm_emails_of_a_day{state="BOUNCED"}', '1')]],
  [
    'WegwarteAlarmsLate',
    ['60', '120', '+Inf'].map((bound) => ({
      name: `wegwarte_alarm_first_delivery_seconds_bucket{le="${bound}"}`,
      before: '0',
      after: bound === '60' ? '0' : '4',
    })),
  ],
  ['WegwartePushesRefused', [{ name: 'wegwarte_pushes_total{outcome="REFUSED"}', before: '0', after: '3' }]],
  ['WegwarteErrors', [{ name: 'wegwarte_requests_total{status="500",route="/a"}', before: '0', after: '1' }]],
  ['WegwarteBusy', [always('wegwarte_event_loop_seconds', '0.5')]],
  ['WegwarteDiskFull', [always('wegwarte_disk_bytes', '100'), always('wegwarte_disk_free_bytes', '9')]],
  ['WegwarteBackupOld', [always('wegwarte_last_good_backup_timestamp_seconds', '0')], hours],
  ['WegwarteSettings', [always('wegwarte_setting_warnings', '1')], hours],
]

if (!isPromtoolInstalled()) test.skip('alert rules (skipped: promtool is not installed, apt install prometheus)')
else {
  test('the rules are valid', () => {
    expect(checkRules()).toContain(`SUCCESS: ${names.length} rules found`)
  })

  test('there is no alert while all is well', () => {
    expect(differenceOfAlerts(product, [])).toBeNull()
  })

  test.each(cases)('%s fires alone', (alert, series, stepMinutes) => {
    const others = product.filter(({ name }) => !series.some((one) => one.name === name))
    expect(differenceOfAlerts([...others, ...series], [alert], stepMinutes)).toBeNull()
  })

  const emails = (outcome: string, after: string): Series => ({
    name: `wegwarte_emails_total{outcome="${outcome}"}`,
    before: '0',
    after,
  })
  const backup = (instance: string, value: string) =>
    always(`wegwarte_last_good_backup_timestamp_seconds{instance="${instance}"}`, value)

  test.each<[string, Series[]]>([
    ['customers who mistype their addresses', [emails('refused', '20'), emails('sent', '1'), emails('failed', '0')]],
    ['one e-mail that failed', [emails('failed', '1'), emails('sent', '0'), emails('refused', '0')]],
    ['fewer failed than the server answered', [emails('failed', '5'), emails('sent', '4'), emails('refused', '3')]],
    ['a machine without backups beside one that has them', [backup('two', '0'), backup('three', '158000')]],
  ])('%s: no alert', (_cause, series) => {
    const stepMinutes = series.some(({ name }) => name.includes('backup')) ? hours : undefined
    expect(differenceOfAlerts([...product, ...series], [], stepMinutes)).toBeNull()
  })

  test('without what is said for all processes, this is said', () => {
    expect(differenceOfAlerts([always('up', '1')], ['WegwarteFiguresMissing'])).toBeNull()
  })

  test('while commits wait for a standby nobody can speak for all, and the standby alone is said', () => {
    for (const cause of ['wegwarte_standbys_missing', 'wegwarte_standby_writes_held']) {
      expect(differenceOfAlerts([always('up', '1'), always(cause, '1')], ['WegwarteStandbyMissing'])).toBeNull()
    }
  })

  test('a route that answers slowly for half an hour fires, and the stream of events does not', () => {
    const answers = (route: string): Series[] =>
      ['2.5', '10', '+Inf'].map((bound) => ({
        name: `wegwarte_request_seconds_bucket{route="${route}",le="${bound}"}`,
        before: '0',
        after: '0',
        growth: bound === '2.5' ? 0 : 10,
      }))
    expect(differenceOfAlerts([...product, ...answers('/api/events')], [])).toBeNull()
    expect(differenceOfAlerts([...product, ...answers('/a')], ['WegwarteSlow'])).toBeNull()
  })
}
