import { expect, test } from 'vitest'
import { routeTo } from './route-to.ts'

test.each([
  [
    'an Android phone',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36',
    5,
    'geo:49.00690,8.40370?q=49.00690,8.40370',
  ],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    5,
    'https://maps.apple.com/?daddr=49.00690,8.40370',
  ],
  ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'https://maps.apple.com/?daddr=49.00690,8.40370'],
  [
    'a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    0,
    'https://www.openstreetmap.org/directions?to=49.00690,8.40370',
  ],
  [
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    10,
    'https://www.openstreetmap.org/directions?to=49.00690,8.40370',
  ],
])('on %s', (_what, userAgent, maxTouchPoints, address) => {
  expect(routeTo({ latitude: 49.0069, longitude: 8.4037 }, { userAgent, maxTouchPoints })).toBe(address)
})
