import { useEffect, useEffectEvent } from 'react'
import type { Place } from '#contract/base/place.ts'
import { withinATurn } from '#domain/geo/geo.ts'
import { useMap } from './map-context.ts'

/** A click on the map chooses the place; one on what lies above it does not. */
export function ClickToPick({ onPick }: { onPick(place: Place): void }) {
  const { map } = useMap()
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    const clicked = map.on('click', ({ lngLat, originalEvent }) => {
      if (originalEvent.target !== map.getCanvas()) return
      pick({ latitude: lngLat.lat, longitude: withinATurn(lngLat.lng) })
    })
    return () => clicked.unsubscribe()
  }, [map])
  return null
}
