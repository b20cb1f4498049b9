import { expect, test } from 'vitest'
import { installWay } from './install-way.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'
const macintosh = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  ['an iPhone is told the way through the share menu', phone, 5, false, false, 'share-menu'],
  ['so is an iPad, which calls itself a Macintosh', macintosh, 5, false, false, 'share-menu'],
  ['a Macintosh is not', macintosh, 0, false, false, null],
  ['a browser that would ask gets a button', android, 5, false, true, 'asks'],
  ['one that would not ask gets none', android, 5, false, false, null],
  ['who has the app is told nothing', phone, 5, true, false, null],
  ['even where the browser would ask', android, 5, true, true, null],
] as const)('%s', (_what, userAgent, touchPoints, isInstalled, wouldAsk, way) => {
  expect(installWay({ userAgent, touchPoints, isInstalled, wouldAsk })).toBe(way)
})
