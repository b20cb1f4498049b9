import { Suspense, useState } from 'react'
import type { Place as PlaceOnEarth } from '#contract/place.ts'
import { formatCoordinates, formatNumber } from '#web/kit/formats.ts'
import { lateExtra } from '#web/kit/late-part.ts'
import styles from '#web/kit/Place.module.css'
import { Summary } from '#web/kit/Summary.tsx'

interface PlaceProps {
  /** What people call it; null or absent where nobody knows, and the coordinates stand in its place. */
  name: string | null | undefined
  at: PlaceOnEarth
  /** Metres. */
  accuracy?: number | null | undefined
  /** The screen hands on more than the place: it has its own button, and this has none. */
  isSharedWhole?: boolean
}

const PlaceActions = lateExtra(async () => (await import('#web/kit/PlaceActions.tsx')).PlaceActions)

/** Where something is: its name, and one tap below the coordinates, the way there, and handing it to somebody. */
export function Place({ name, at, accuracy, isSharedWhole = false }: PlaceProps) {
  const [isOpen, setOpen] = useState(false)
  const coordinates = formatCoordinates(at)
  const shown = name ?? coordinates
  const { latitude, longitude } = at
  return (
    <details className={styles.place} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary>
        <span className={styles.name}>{shown}</span>
      </Summary>
      <p className={styles.exact}>
        {coordinates}
        {typeof accuracy === 'number' && ` (± ${formatNumber(Math.ceil(accuracy))} m)`}
      </p>
      <Suspense>{isOpen && <PlaceActions name={name ?? null} {...{ latitude, longitude, isSharedWhole }} />}</Suspense>
    </details>
  )
}
