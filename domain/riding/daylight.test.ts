import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { isDaylight } from './daylight.ts'

const berlin = { latitude: 52.52, longitude: 13.405 }
const munich = { latitude: 48.137, longitude: 11.575 }

/** Sunrise and sunset of almanacs, in UTC. */
test.each([
  ['Berlin in June', berlin, '2026-06-21T02:43:00Z', '2026-06-21T19:33:00Z'],
  ['Berlin in December', berlin, '2026-12-21T07:15:00Z', '2026-12-21T14:54:00Z'],
  ['Munich in March', munich, '2026-03-20T05:18:00Z', '2026-03-20T17:28:00Z'],
])('in %s it is day from sunrise to sunset', (_, place, sunrise, sunset) => {
  const at = (time: string, minutes: number) => isDaylight(place, new Date(Date.parse(time) + minutes * minuteMs))
  expect([at(sunrise, -6), at(sunrise, 6), at(sunset, -6), at(sunset, 6)]).toEqual([false, true, true, false])
})
