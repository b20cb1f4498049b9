import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsLimits } from '#contract/limits/calls-limits.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const token = 'a-token-of-the-operator-2026'
let product: TestProduct
beforeAll(async () => void (product = await startTestProduct({ METRICS_TOKEN: token })), 120_000)
afterAll(() => product.close())

const withToken = { headers: { authorization: `Bearer ${token}` } }

test('figures of requests, reports, feeds, jobs, e-mails and the guard, and nothing about anybody', async () => {
  const person = await becomeCustomer(product)
  const place = { latitude: 49.123456, longitude: 8.654321 }
  await send(product.url, 'POST', `/api/devices/${person.deviceId}/position`, { token: person.token, body: place })
  const { status, text, headers } = await send(product.url, 'GET', '/metrics', withToken)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(text).toMatch(
    /^wegwarte_requests_total\{method="POST",route="\/api\/devices\/:id\/position",status="201"\} 1$/m,
  )
  expect(text).toMatch(/^wegwarte_emails_total\{outcome="sent"\} \d+$/m)
  expect(text).toMatch(/^wegwarte_jobs_total\{queue="verification-mail",outcome="done"\} \d+$/m)
  expect(text).toMatch(/^wegwarte_accounts 1$/m)
  expect(text).toMatch(/^wegwarte_devices_guarded 0$/m)
  expect(text).toMatch(/^wegwarte_request_seconds_count\{route="\/api\/devices\/:id\/position"\} 1$/m)
  expect(text).toMatch(/^wegwarte_feed_failing\{feed="cap"\} 0$/m)
  expect(text).toMatch(/^# TYPE wegwarte_cpu_seconds_total counter$/m)
  expect(text).toMatch(/^wegwarte_disk_free_bytes [1-9]\d*$/m)
  expect(text).toMatch(/^wegwarte_database_answers 1$/m)
  // What never was has no value: a number for it would be calculated with.
  expect(text).not.toMatch(/^[^#].* -1$/m)
  expect(text).not.toMatch(/^wegwarte_feed_last_success_timestamp_seconds\{/m)
  expect(text).toMatch(/^wegwarte_jobs_worked_off 1$/m)
  for (const line of text.trim().split('\n')) {
    expect(line).toMatch(/^# (HELP|TYPE) wegwarte_\w+ .+|^wegwarte_\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+$/)
  }
  const { email, imei, deviceId, deviceSecret } = person
  for (const secret of [email, person.token, imei, deviceId, deviceSecret, '49.12', '8.65', '127.0.0.1']) {
    expect(text).not.toContain(secret)
  }
})

test('what may happen is counted from 0, before it happens for the first time', async () => {
  const { text } = await send(product.url, 'GET', '/metrics', withToken)
  for (const line of [
    'wegwarte_requests_total{method="POST",route="/api/auth/login",status="500"} 0',
    'wegwarte_reports_total{protocol="gt06",outcome="FAILED"} 0',
    'wegwarte_unread_total{protocol="osmand",kind="other"} 0',
    'wegwarte_connections_ended_total{protocol="h02",outcome="FAILED"} 0',
    'wegwarte_jobs_total{queue="verification-mail",outcome="failed"} 0',
    'wegwarte_jobs_total{queue="retention",outcome="done"} 0',
    'wegwarte_emails_total{outcome="failed"} 0',
    'wegwarte_pushes_total{outcome="REFUSED"} 0',
    'wegwarte_alarm_first_delivery_seconds_count 0',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
})

test('the operator sees the same as a page with what to do, by the token as password', async () => {
  const basic = { headers: { authorization: `Basic ${Buffer.from(`operator:${token}`).toString('base64')}` } }
  const { status, text } = await send(product.url, 'GET', '/metrics/status', basic)
  expect(status).toBe(200)
  expect(text).toContain('<h1>Alles in Ordnung</h1>')
})

test.each(['/metrics', '/metrics/status'])('%s is for whoever has the token alone', async (path) => {
  for (const headers of [{}, { authorization: 'Bearer guessed' }, { authorization: 'Basic Og==' }]) {
    expect(await send(product.url, 'GET', path, { headers })).toMatchObject({
      status: 401,
      text: 'METRICS_TOKEN fehlt.',
    })
  }
})

test('guesses of the token are counted, and refused when there are many', async () => {
  const guess = () => send(product.url, 'GET', '/metrics', { headers: { authorization: 'Bearer guessed' } })
  const answers = await Promise.all(Array.from({ length: 2 * callsLimits.filesPerMinute }, guess))
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([401, 429])
})
