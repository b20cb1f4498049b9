import { expect, test } from 'vitest'
import { createFigures, gaugeLines } from './figures.ts'

test('figures are written as Prometheus reads them', () => {
  const figures = createFigures()
  figures.count('wegwarte_jobs_total', { queue: 'mail', outcome: 'done' })
  figures.count('wegwarte_jobs_total', { queue: 'mail', outcome: 'done' }, 2)
  figures.timeRequest(0.03)
  figures.timeRequest(20)
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
    ]),
  )
  const hostile = { name: 'odd', help: 'Odd.', values: [{ labels: { is: 'a "b"\\\n' }, value: 1 }, { value: 2 }] }
  expect(gaugeLines([hostile]).slice(2)).toEqual([String.raw`odd{is="a \"b\"\\\n"} 1`, 'odd 2'])
})
