import { useMemo } from 'react'
import type { Place } from '#contract/base/place.ts'
import { AccuracyCircle } from './AccuracyCircle.tsx'
import { MapPins } from './MapPins.tsx'
import { mapTexts } from '#web/map/canvas/texts.ts'
import styles from './OwnPosition.module.css'

interface OwnPositionProps {
  place: Place
  accuracyMetres: number
}

/** Where the browser believes its user to be, and how accurate that is. */
export function OwnPosition({ place, accuracyMetres }: OwnPositionProps) {
  const pins = useMemo(
    () => [
      { key: 'own', place, content: <span className={styles.dot} role="img" aria-label={mapTexts.ownPosition} /> },
    ],
    [place],
  )
  return (
    <>
      <AccuracyCircle centre={place} radiusKm={accuracyMetres / 1000} />
      <MapPins pins={pins} />
    </>
  )
}
