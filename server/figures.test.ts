import { expect, test } from 'vitest'
import { createFigures, gaugeLines } from './figures.ts'

test('figures are written as Prometheus reads them', () => {
  const figures = createFigures()
  figures.count('wegwarte_jobs_total', { queue: 'mail', outcome: 'done' })
  figures.count('wegwarte_jobs_total', { queue: 'mail', outcome: 'done' }, 2)
  figures.time('wegwarte_request_seconds', 0.03)
  figures.time('wegwarte_request_seconds', 20)
  figures.time('wegwarte_alarm_first_delivery_seconds', 4)
  expect(figures.lines()).toEqual(
    expect.arrayContaining([
      '# TYPE wegwarte_jobs_total counter',
      'wegwarte_jobs_total{queue="mail",outcome="done"} 3',
      'wegwarte_request_seconds_bucket{le="0.025"} 0',
      'wegwarte_request_seconds_bucket{le="0.05"} 1',
      'wegwarte_request_seconds_bucket{le="10"} 1',
      'wegwarte_request_seconds_bucket{le="+Inf"} 2',
      'wegwarte_request_seconds_sum 20.03',
      'wegwarte_request_seconds_count 2',
      'wegwarte_alarm_first_delivery_seconds_bucket{le="2"} 0',
      'wegwarte_alarm_first_delivery_seconds_bucket{le="5"} 1',
      'wegwarte_alarm_first_delivery_seconds_count 1',
    ]),
  )
  const hostile = { name: 'odd', help: 'Odd.', values: [{ labels: { is: 'a "b"\\\n' }, value: 1 }, { value: 2 }] }
  expect(gaugeLines([hostile]).slice(2)).toEqual([String.raw`odd{is="a \"b\"\\\n"} 1`, 'odd 2'])
})
