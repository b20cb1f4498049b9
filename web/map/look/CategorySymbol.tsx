import type { PoiCategory } from '#contract/pois/pois.ts'
import { symbolOf, symbolUnits } from './symbols.ts'
import styles from './CategorySymbol.module.css'

interface CategorySymbolProps {
  /** Null: something without a category. */
  category: PoiCategory | null
  /** CSS pixels. */
  size?: number
}

/** A category's symbol as on the map. Its name must be beside it: screen readers cannot read out the picture. */
export function CategorySymbol({ category, size = 24 }: CategorySymbolProps) {
  const { colour, outline, picture, at } = symbolOf(category)
  return (
    <svg
      className={styles.symbol}
      width={size}
      height={size}
      viewBox={`0 0 ${symbolUnits} ${symbolUnits}`}
      aria-hidden="true"
    >
      <path d={outline} fill={`var(${colour})`} />
      <g className={styles.picture} transform={`translate(${at.x} ${at.y}) scale(${at.scale})`}>
        {picture.map((stroke) => (
          <path key={stroke} d={stroke} />
        ))}
      </g>
    </svg>
  )
}
