import { categoryOf } from '#domain/pois/pois.ts'
import type { RouteSpot } from '#domain/route-check/route-spots.ts'
import styles from './RouteStrip.module.css'

interface RouteStripProps {
  lengthMetres: number
  places: readonly RouteSpot[]
  selected: number | null
  onSelect(index: number): void
}

/** The most that a place weighs. */
const heaviest = 5

/**
 * The route as a line, with a mark for each place at its kilometre: its colour says the category, its height how much it
 * matters. The list says the same to those who cannot see it or point at it.
 */
export function RouteStrip({ lengthMetres, places, selected, onSelect }: RouteStripProps) {
  const press = (share: number) => {
    const away = places.map(({ from }) => Math.abs(from / lengthMetres - share))
    const nearest = away.indexOf(Math.min(...away))
    if (nearest !== -1) onSelect(nearest)
  }
  return (
    <div
      className={styles.strip}
      aria-hidden="true"
      onClick={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        press((clientX - left) / width)
      }}
    >
      {places.map(({ item, from, weight }, index) => (
        <span
          key={`${item.poi.id} ${from}`}
          className={styles.mark}
          data-category={categoryOf(item.poi.poiType)}
          data-selected={index === selected || undefined}
          style={{
            left: `${(100 * from) / lengthMetres}%`,
            height: `${25 + 75 * Math.min(1, weight / heaviest)}%`,
          }}
        />
      ))}
    </div>
  )
}
