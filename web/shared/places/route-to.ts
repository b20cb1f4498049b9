import type { Place } from '#contract/base/place.ts'

/** What a browser says of the machine that it runs on. */
type Machine = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/**
 * The address that leads to a place: on Android whatever app the user has for it, on Apple's phones and tablets its map,
 * elsewhere OpenStreetMap.
 */
export function routeTo({ latitude, longitude }: Place, { userAgent, maxTouchPoints }: Machine): string {
  // A metre is the fifth decimal.
  const to = `${latitude.toFixed(5)},${longitude.toFixed(5)}`
  if (userAgent.includes('Android')) return `geo:${to}?q=${to}`
  // A tablet calls itself a Mac, and Macs have no touch screen.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isApple ? `https://maps.apple.com/?daddr=${to}` : `https://www.openstreetmap.org/directions?to=${to}`
}
