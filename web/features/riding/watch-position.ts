import type { RidingFix } from '#domain/riding/motion.ts'

/** Follows the phone's position, as exact as it can; returns how to stop. */
export function watchPosition(
  onFix: (fix: RidingFix) => void,
  onFailure: (why: 'denied' | 'unavailable') => void,
): () => void {
  if (!('geolocation' in navigator)) {
    onFailure('unavailable')
    return () => undefined
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords, timestamp }) => {
      const { latitude, longitude, accuracy, speed, heading } = coords
      onFix({ latitude, longitude, accuracy, speed, course: heading, at: timestamp })
    },
    ({ code, PERMISSION_DENIED, POSITION_UNAVAILABLE }) => {
      if (code === PERMISSION_DENIED) onFailure('denied')
      // A timeout only says that nothing has come yet.
      else if (code === POSITION_UNAVAILABLE) onFailure('unavailable')
    },
    { enableHighAccuracy: true, maximumAge: 0 },
  )
  return () => navigator.geolocation.clearWatch(watch)
}
