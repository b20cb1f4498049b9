import { useCallback, useEffect, useState } from 'react'
import type { Place } from '#contract/place.ts'

export interface OwnPlace {
  place: Place
  accuracyMetres: number
}

export type OwnPlaceState = 'unasked' | 'searching' | 'found' | 'denied' | 'unavailable'

/**
 * The browser's position, asked for once: at once where it was permitted before, else when `locate` is called by an act of
 * the user, so that nobody is surprised by the browser's question.
 */
export function useOwnPlace() {
  const [state, setState] = useState<OwnPlaceState>('unasked')
  const [own, setOwn] = useState<OwnPlace | null>(null)

  const locate = useCallback(() => {
    if (!('geolocation' in navigator)) {
      setState('unavailable')
      return
    }
    setState('searching')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setOwn({ place: { latitude, longitude }, accuracyMetres: accuracy })
        setState('found')
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    )
  }, [])

  useEffect(() => {
    let wanted = true
    const locateIfPermitted = async () => {
      const permission = await navigator.permissions.query({ name: 'geolocation' })
      if (wanted && permission.state === 'granted') locate()
    }
    // A browser that cannot tell whether it is permitted waits for the button.
    locateIfPermitted().catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [locate])

  return { state, own, locate }
}
