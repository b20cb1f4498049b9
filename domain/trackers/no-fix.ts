import type { Place } from '#contract/base/place.ts'

/**
 * Whether these are the coordinates of a receiver without a fix: exactly 0, both or one of them. Who really is on the equator
 * or on the meridian of Greenwich is there for a single fix, because a receiver writes at least a hundred thousandth of a
 * degree, and those before and after it are places.
 */
export function isNoFix({ latitude, longitude }: Place): boolean {
  return latitude === 0 || longitude === 0
}
