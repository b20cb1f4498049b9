import type { Place } from '#contract/base/place.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import styles from './PlaceDirection.module.css'
import { formatCourse, formatDistance } from '#web/texts/formats.ts'

/** How far and which way something lies: `87 m` and an arrow as on the map, with north above. */
export function PlaceDirection({ from, to }: { from: Place; to: Place }) {
  const metres = distanceMetres(from, to)
  const degrees = bearingDegrees(from, to)
  return (
    <span className={styles.direction}>
      {formatDistance(metres)}
      {metres >= leastMetres && <Arrow degrees={degrees} />}
    </span>
  )
}

/** Nearer than a receiver errs, a direction would be a guess. */
const leastMetres = 15

function Arrow({ degrees }: { degrees: number }) {
  return (
    <>
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        aria-hidden="true"
        style={{ rotate: `${Math.round(degrees)}deg` }}
      >
        <path d="M12 20V5m-5.5 6L12 5l5.5 6" />
      </svg>
      <span className="visually-hidden"> {formatCourse(degrees)}</span>
    </>
  )
}
