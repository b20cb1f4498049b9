import { useMemo } from 'react'
import type { Place } from '#contract/place.ts'
import { AccuracyCircle } from '#web/map/AccuracyCircle.tsx'
import { MapPins } from '#web/map/MapPins.tsx'
import { mapTexts } from '#web/map/texts.ts'
import styles from '#web/map/OwnPosition.module.css'

interface OwnPositionProps {
  place: Place
  accuracyMetres: number
}

/** Where the browser believes its user to be, and how sure it is. */
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
