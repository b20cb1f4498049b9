import { describe, expect, test } from 'vitest'
import { pushAbility } from './push-browser.ts'
import { arePushesUnderWay, pushesInWords, pushHopsOf, subscriptionsHere } from './push-words.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0.0.0 Mobile Safari/537.36'

test.each([
  ['that has never been asked', android, 5, true, 'default', 'able'],
  ['that was allowed', android, 5, true, 'granted', 'able'],
  ['that was forbidden', android, 5, true, 'denied', 'denied'],
  ['without push messages', android, 5, false, null, 'unable'],
  ['on an iPhone', iPhone, 5, false, null, 'needs-install'],
  ['on an iPad, which calls itself a Macintosh', mac, 5, false, null, 'needs-install'],
  ['on a Macintosh without push messages', mac, 0, false, null, 'unable'],
  ['of an app installed on an iPhone', iPhone, 5, true, 'default', 'able'],
] as const)('a browser %s', (_name, userAgent, touchPoints, canPush, permission, ability) => {
  expect(pushAbility({ userAgent, touchPoints, canPush, permission })).toBe(ability)
})

describe('the subscription of this browser', () => {
  const one = { id: 'a', client: 'Firefox', createdAt: '2026-06-01T08:00:00Z', current: true, ending: '12345678' }
  const other = { ...one, id: 'b', current: false, ending: 'abcdefgh' }

  test.each([
    ['is that of its session at its address', [one, other], 'https://push.example/12345678', 'a', 1],
    ['is none where the browser has forgotten it', [one], null, undefined, 1],
    ['is none where the browser has another address since', [one], 'https://push.example/87654321', undefined, 1],
    [
      'is none where another session has it',
      [{ ...one, current: false }],
      'https://push.example/12345678',
      undefined,
      1,
    ],
    ['is none where the account has none', [], 'https://push.example/12345678', undefined, 0],
  ] as const)('%s', (_name, all, address, id, others) => {
    const found = subscriptionsHere(all, address)
    expect([found.here?.id, found.others]).toEqual([id, others])
  })
})

describe('the way of push messages', () => {
  const [begunAt, endedAt] = ['2026-06-01T08:00:01Z', '2026-06-01T08:00:02Z']
  const sent = { state: 'SENT', begunAt, endedAt } as const
  const queued = { state: 'QUEUED', begunAt: null, endedAt: null } as const
  const gone = { state: 'GONE', begunAt, endedAt } as const

  test.each([
    ['to no browser', [], [], null, false],
    ['that wait', [queued], [null, null], 'Push wartet', true],
    ['that wait again', [{ ...queued, begunAt, endedAt }], ['01.06.2026, 10:00:01', null], 'Push wartet', true],
    ['that were taken', [sent], ['01.06.2026, 10:00:01', '01.06.2026, 10:00:02'], 'Push angenommen 10:00', false],
    ['of which one waits', [sent, queued], ['01.06.2026, 10:00:01', '01.06.2026, 10:00:02'], 'Push wartet', true],
    [
      'of which one was not wanted',
      [sent, gone],
      ['01.06.2026, 10:00:01', '01.06.2026, 10:00:02'],
      'Push bei 1 von 2 Browsern angenommen',
      false,
    ],
    ['that nobody wanted', [gone], ['01.06.2026, 10:00:01', null], 'Push nicht zustellbar', false],
  ] as const)('%s', (_name, pushes, times, words, underWay) => {
    expect(pushHopsOf([...pushes]).map(({ at }) => at)).toEqual(times)
    expect(pushesInWords([...pushes])).toBe(words)
    expect(arePushesUnderWay([...pushes])).toBe(underWay)
  })

  test('names how many browsers there are, where there are several', () => {
    expect(pushHopsOf([sent, gone]).map(({ name }) => name)).toEqual([
      'An den Push-Dienst übergeben (2 Browser)',
      'Vom Push-Dienst angenommen (1 von 2)',
    ])
  })
})
