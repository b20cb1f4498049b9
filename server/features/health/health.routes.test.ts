import { expect, test } from 'vitest'
import { type Health, registerHealthRoutes } from './health.routes.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const now = new Date('2026-11-21T08:00:00Z')

const followed = { names: 'standby', following: 1, hidden: 0, lagSeconds: null, writesHeld: false }

const well: Health = {
  databaseAnswers: async () => true,
  standby: async () => followed,
  backup: async () => null,
  mail: 'smtp',
  jobs: async () => 'ok',
  overdue: async () => [],
  roles: async () => [],
  queues: async () => [],
  lastReport: async () => null,
  silentServers: () => new Map(),
  clockBehindSeconds: () => null,
  refusesFixes: () => false,
  hearsDatabase: () => true,
  settingWarnings: [],
  feeds: async () => [],
  hazardLines: async () => [{ source: 'unfallatlas', hazards: 7, withLine: 5 }],
}

async function healthOf(parts: Partial<Health>) {
  const app = await startTestApi((api) => registerHealthRoutes(api, { ...well, ...parts }, () => now))
  const answer = await app.inject({ url: '/api/health' })
  await app.close()
  const { data, error } = answer.json<{ data?: Record<string, unknown>; error?: { message: string } }>()
  return { code: answer.statusCode, ...data, error }
}

test('all is well if every part is', async () => {
  expect(await healthOf({})).toMatchObject({ code: 200, status: 'ok' })
})

test('it says of how many hazards of each source the road is known', async () => {
  expect(await healthOf({})).toMatchObject({ hazardLines: [{ source: 'unfallatlas', hazards: 7, withLine: 5 }] })
})

test('work that waits too long is named, and monitoring learns of it by the status', async () => {
  const overdue = [{ queue: 'verification-mail', waiting: 3, failed: 0 }]
  const { code, error } = await healthOf({ overdue: async () => overdue })
  expect([code, error?.message]).toEqual([503, expect.stringContaining('verification-mail (3)')])
})

test('work that was given up is named, and the product goes on', async () => {
  const overdue = [{ queue: 'verification-mail', waiting: 0, failed: 3 }]
  expect(await healthOf({ overdue: async () => overdue })).toMatchObject({ code: 200, status: 'degraded', overdue })
})

test('a process that runs no jobs says it, too, if no process works', async () => {
  const { code, error } = await healthOf({ jobs: async () => 'down' })
  expect([code, error?.message]).toEqual([503, expect.stringContaining('erledigt kein Prozess Aufgaben')])
})

test('a backup that is missing or too old does not stop anybody, and monitoring learns of it', async () => {
  const lastAt = new Date('2026-11-19T02:40:00Z')
  expect(await healthOf({ backup: async () => ({ lastAt }) })).toMatchObject({
    code: 200,
    status: 'degraded',
    backup: 'late',
    lastBackupAt: '2026-11-19T02:40:00.000Z',
  })
  expect(await healthOf({ backup: async () => ({ lastAt: null }) })).toMatchObject({
    backup: 'late',
    lastBackupAt: null,
  })
  expect(await healthOf({})).toMatchObject({ status: 'ok', backup: 'none', lastBackupAt: null })
})

test('a role that no process has any more is named, whichever process is asked', async () => {
  const api = { role: 'api', running: 2, secondsAgo: 1 }
  const gone = [api, { role: 'gateway', running: 0, secondsAgo: 180 }]
  const { code, error } = await healthOf({ roles: async () => gone })
  expect([code, error?.message]).toEqual([503, expect.stringContaining('kein Prozess mit der Rolle gateway')])
  expect(await healthOf({ roles: async () => [api] })).toMatchObject({ code: 200, status: 'ok', roles: [api] })
})

test('a standby that is missing is named first, with what to do, and one that lags does not stop anybody', async () => {
  const gone = [{ role: 'gateway', running: 0, secondsAgo: 180 }]
  const { code, error } = await healthOf({
    standby: async () => ({ ...followed, following: 0 }),
    roles: async () => gone,
  })
  expect([code, error?.message]).toEqual([503, expect.stringMatching(/Standby der Datenbank fehlt.*pg_reload_conf/)])
  const late = { ...followed, lagSeconds: 90.5 }
  expect(await healthOf({ standby: async () => late })).toMatchObject({
    code: 200,
    status: 'degraded',
    standby: 'late',
    standbyLagSeconds: 90.5,
  })
  expect(await healthOf({ standby: async () => followed })).toMatchObject({ status: 'ok', standby: 'ok' })
  expect(await healthOf({ standby: async () => ({ ...followed, hidden: 1 }) })).toMatchObject({
    status: 'ok',
    standby: 'hidden',
  })
})

test('it is said when repeated work was last done, how long the oldest waits, and when a tracker last reported', async () => {
  const queue = { waiting: 0, retrying: 0, failed: 0, oldestWaitingSince: null, lastDoneAt: null, cron: null }
  const at = new Date('2026-11-21T07:58:00Z')
  const queues = [
    { ...queue, queue: 'positions-expire', cron: '*/15 * * * *', lastDoneAt: at },
    { ...queue, queue: 'never-done', cron: '17 3 * * *' },
    { ...queue, queue: 'verification-mail', waiting: 1, oldestWaitingSince: at },
  ]
  expect(await healthOf({ queues: async () => queues, lastReport: async () => at })).toMatchObject({
    status: 'ok',
    lastRuns: [
      { job: 'positions-expire', at: at.toISOString() },
      { job: 'never-done', at: null },
    ],
    oldestWaitingSeconds: 120,
    lastReportAt: at.toISOString(),
  })
})

test('of warnings about settings strangers learn the number alone', async () => {
  const settingWarnings = ['DATABASE_URL fehlt: …', 'TILE_URL beginnt mit http://: …']
  const answer = await healthOf({ settingWarnings })
  expect(answer).toMatchObject({ code: 200, status: 'ok', settingWarnings: 2 })
  expect(JSON.stringify(answer)).not.toContain('_URL')
})

test('not all is well if no notification of the database arrives', async () => {
  expect(await healthOf({ hearsDatabase: () => false })).toMatchObject({
    code: 200,
    status: 'degraded',
    liveEvents: 'down',
  })
  expect(await healthOf({})).toMatchObject({ status: 'ok', liveEvents: 'ok' })
})

test('not all is well if the clock is doubted', async () => {
  expect(await healthOf({ clockBehindSeconds: () => 600 })).toMatchObject({
    code: 200,
    status: 'degraded',
    clockBehindSeconds: 600,
  })
})

test('while its database is silent it says so soon, and asks only once', async () => {
  let looks = 0
  const app = await startTestApi((api) =>
    registerHealthRoutes(
      api,
      {
        ...well,
        databaseAnswers: () => {
          looks += 1
          return new Promise(() => undefined)
        },
      },
      () => now,
    ),
  )
  const begun = performance.now()
  const answers = await Promise.all([app.inject({ url: '/api/health' }), app.inject({ url: '/api/health' })])
  await app.close()
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(answers[0].headers['retry-after']).toBe('5')
  expect(looks).toBe(1)
})

test('not all is well if reports of trackers cannot be stored, even though the database answers', async () => {
  expect(await healthOf({ refusesFixes: () => true })).toMatchObject({ status: 'degraded', fixes: 'refused' })
})

test('without its database it cannot work', async () => {
  expect(await healthOf({ databaseAnswers: async () => false })).toMatchObject({ code: 503 })
})
