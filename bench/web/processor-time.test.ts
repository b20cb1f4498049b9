import { expect, test } from 'vitest'
import { byProcessorTime } from './processor-time.ts'

const event = (name: string, ts: number, rest = {}) => ({ name, pid: 1, tid: 1, ts, ...rest })

test('a task lasts as long as the processor worked on it, and what happens in it moves along', () => {
  const events = [
    event('RunTask', 1_000, { dur: 400, tdur: 100 }),
    event('EvaluateScript', 1_200, { dur: 200, tdur: 50 }),
    event('firstContentfulPaint', 1_400),
  ]
  expect(byProcessorTime(events).map(({ ts, dur }: { ts: number; dur?: number }) => [ts, dur])).toEqual([
    [1_000, 100],
    [1_050, 50],
    [1_100, undefined],
  ])
})

test('what happens between tasks, in other threads or without a measured time stays as it is', () => {
  const events = [
    event('RunTask', 1_000, { dur: 100, tdur: 50 }),
    event('navigationStart', 500),
    event('ResourceFinish', 1_200),
    event('Layout', 1_050, { tid: 2, dur: 40 }),
    event('RunTask', 2_000, { dur: 100 }),
  ]
  expect(byProcessorTime(events).slice(1)).toEqual(events.slice(1))
})
