import { useMemo } from 'react'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import type { Place } from '#contract/base/place.ts'
import type { PoiCategory } from '#contract/pois/pois.ts'
import { MapPins } from './MapPins.tsx'
import styles from './SelectedPoi.module.css'

export interface PoiMarker extends Place {
  id: string
  category: PoiCategory
}

/** The chosen POI, larger and ringed, even if its own symbol is part of a cluster. */
export function SelectedPoi({ marker }: { marker: PoiMarker }) {
  const pins = useMemo(
    () => [
      {
        key: marker.id,
        place: marker,
        content: (
          <span className={styles.ring} data-selected-poi={marker.category}>
            <CategorySymbol category={marker.category} size={34} />
          </span>
        ),
      },
    ],
    [marker],
  )
  return <MapPins pins={pins} />
}
