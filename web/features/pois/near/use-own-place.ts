import { useCallback, useEffect, useRef, useState } from 'react'
import type { Place } from '#contract/base/place.ts'

export interface OwnPlace {
  place: Place
  accuracyMetres: number
  /** `look`: to see what is around. `aim`: to report what is exactly there. */
  purpose: 'look' | 'aim'
}

export type OwnPlaceState = 'unasked' | 'searching' | 'found' | 'denied' | 'unavailable'

/**
 * The browser's position: asked for once when the map opens (specification, section 2), later only by `locate`.
 * @param atOnce false: not before `locate`.
 */
export function useOwnPlace(atOnce: boolean) {
  const [state, setState] = useState<OwnPlaceState>('unasked')
  const [own, setOwn] = useState<OwnPlace | null>(null)
  const asked = useRef(false)

  const locate = useCallback((purpose: OwnPlace['purpose'] = 'look') => {
    if (!('geolocation' in navigator)) {
      setState('unavailable')
      return
    }
    setState('searching')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setOwn({ place: { latitude, longitude }, accuracyMetres: accuracy, purpose })
        setState('found')
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
      // Who reports what is here has ridden on in a minute.
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: purpose === 'aim' ? 0 : 60_000 },
    )
  }, [])

  useEffect(() => {
    if (asked.current || !atOnce) return
    asked.current = true
    locate()
  }, [locate, atOnce])

  return { state, own, locate }
}
