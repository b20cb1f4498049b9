import { useEffect, useEffectEvent } from 'react'
import { type MapView, useMapView } from './use-map-view.ts'

/** Tells the page around the map what it shows, for lists of "what is in view". */
export function OnViewChange({ onChange }: { onChange(view: MapView): void }) {
  const view = useMapView()
  const report = useEffectEvent(onChange)
  useEffect(() => report(view), [view])
  return null
}
