import { expect, test } from 'vitest'
import { createMetrics, gaugeLines } from './metrics.ts'

test('metrics are written as Prometheus reads them', () => {
  const metrics = createMetrics()
  metrics.count('wegwarte_jobs_total', { queue: 'mail', outcome: 'done' })
  metrics.count('wegwarte_jobs_total', { queue: 'mail', outcome: 'done' }, 2)
  metrics.time('wegwarte_request_seconds', { route: '/a' }, 0.03)
  metrics.time('wegwarte_request_seconds', { route: '/a' }, 20)
  metrics.time('wegwarte_alarm_first_delivery_seconds', {}, 4)
  expect(metrics.lines()).toEqual(
    expect.arrayContaining([
      '# TYPE wegwarte_jobs_total counter',
      'wegwarte_jobs_total{queue="mail",outcome="done"} 3',
      'wegwarte_request_seconds_bucket{route="/a",le="0.025"} 0',
      'wegwarte_request_seconds_bucket{route="/a",le="0.1"} 1',
      'wegwarte_request_seconds_bucket{route="/a",le="10"} 1',
      'wegwarte_request_seconds_bucket{route="/a",le="+Inf"} 2',
      'wegwarte_request_seconds_sum{route="/a"} 20.03',
      'wegwarte_request_seconds_count{route="/a"} 2',
      'wegwarte_alarm_first_delivery_seconds_bucket{le="2"} 0',
      'wegwarte_alarm_first_delivery_seconds_bucket{le="5"} 1',
      'wegwarte_alarm_first_delivery_seconds_count 1',
    ]),
  )
  const hostile = {
    name: 'odd',
    type: 'gauge' as const,
    help: 'Odd.',
    values: [{ labels: { is: 'a "b"\\\n' }, value: 1 }, { value: 2 }],
  }
  expect(gaugeLines([hostile]).slice(2)).toEqual([String.raw`odd{is="a \"b\"\\\n"} 1`, 'odd 2'])
})
