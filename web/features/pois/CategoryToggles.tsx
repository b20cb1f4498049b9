import { type PoiCategory, poiCategories } from '#contract/pois.ts'
import styles from './CategoryToggles.module.css'
import { poisTexts } from './texts.ts'
import { formatNumber } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { CategorySymbol } from '#web/map/CategorySymbol.tsx'
import { categoryNames } from '#web/texts/pois.ts'

interface CategoryTogglesProps {
  chosen: readonly PoiCategory[]
  /** Null where it is not known. */
  counts: Record<PoiCategory, number | null>
  onToggle(category: PoiCategory): void
}

/** Which categories are shown, each with its symbol and number; the map's legend at the same time. */
export function CategoryToggles({ chosen, counts, onToggle }: CategoryTogglesProps) {
  const showsCameras = chosen.some((category) => cameras.includes(category))
  return (
    <section>
      <fieldset className={styles.categories}>
        <legend className={styles.legend}>{poisTexts.categories}</legend>
        {poiCategories.map((category) => (
          <label key={category} className={styles.category}>
            <CategorySymbol category={category} size={30} />
            <span className={styles.name}>{categoryNames[category]}</span>
            <span className={styles.count}>{countInWords(counts[category])}</span>
            <input
              type="checkbox"
              className={styles.box}
              checked={chosen.includes(category)}
              onChange={() => onToggle(category)}
            />
          </label>
        ))}
      </fieldset>
      {showsCameras && (
        <Notice kind="warning" title={poisTexts.legalTitle} live={false}>
          {poisTexts.legalText}
        </Notice>
      )}
    </section>
  )
}

function countInWords(count: number | null): string {
  return count === null ? poisTexts.unknown : formatNumber(count)
}

const cameras: readonly PoiCategory[] = ['stationarySpeedCameras', 'mobileSpeedCameras']
