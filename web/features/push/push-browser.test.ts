import { expect, test } from 'vitest'
import { pushAbility } from './push-browser.ts'

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
