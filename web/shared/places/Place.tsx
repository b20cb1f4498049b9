import { Suspense, useState } from 'react'
import type { Place as PlaceOnEarth } from '#contract/base/place.ts'
import { formatCoordinates, formatNumber } from '#web/texts/formats.ts'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'
import styles from './Place.module.css'
import { Summary } from '#web/ui/text/Summary.tsx'

interface PlaceProps {
  /** What people call it; null or absent where nobody knows, and the coordinates stand in its place. */
  name: string | null | undefined
  at: PlaceOnEarth
  /** Metres. */
  accuracy?: number | null | undefined
  /** The screen hands on more than the place: it has its own button, and this has none. */
  isSharedWhole?: boolean
}

const PlaceActions = lazyExtra(async () => (await import('./PlaceActions.tsx')).PlaceActions)

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
