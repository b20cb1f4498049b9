import { describe, expect, test } from 'vitest'
import { arePushesUnderWay, pushesInWords, pushHopsOf } from './push-words.ts'

describe('push messages in words', () => {
  const [begunAt, endedAt] = ['2026-06-01T08:00:01Z', '2026-06-01T08:00:02Z']
  const sent = { state: 'SENT', begunAt, endedAt } as const
  const queued = { state: 'QUEUED', begunAt: null, endedAt: null } as const
  const gone = { state: 'GONE', begunAt, endedAt } as const

  test.each([
    ['to no browser', [], [], null, false],
    ['that wait', [queued], [null, null], 'Push wartet', true],
    ['that wait again', [{ ...queued, begunAt, endedAt }], ['01.06.2026, 10:00:01', null], 'Push wartet', true],
    ['that were accepted', [sent], ['01.06.2026, 10:00:01', '01.06.2026, 10:00:02'], 'Push angenommen 10:00', false],
    ['of which one waits', [sent, queued], ['01.06.2026, 10:00:01', '01.06.2026, 10:00:02'], 'Push wartet', true],
    [
      'of which one was refused',
      [sent, gone],
      ['01.06.2026, 10:00:01', '01.06.2026, 10:00:02'],
      'Push bei 1 von 2 Browsern angenommen',
      false,
    ],
    ['that were all refused', [gone], ['01.06.2026, 10:00:01', null], 'Push nicht zustellbar', false],
  ] as const)('%s', (_name, pushes, times, words, underWay) => {
    expect(pushHopsOf([...pushes]).map(({ at }) => at)).toEqual(times)
    expect(pushesInWords([...pushes])).toBe(words)
    expect(arePushesUnderWay([...pushes])).toBe(underWay)
  })

  test('names the number of browsers if there are several', () => {
    expect(pushHopsOf([sent, gone]).map(({ name }) => name)).toEqual([
      'An den Push-Dienst übergeben (2 Browser)',
      'Vom Push-Dienst angenommen (1 von 2)',
    ])
  })
})
