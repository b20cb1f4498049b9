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
  /** What the user brought along; null where there is nothing. */
  own: { count: number; shown: boolean; onToggle(): void } | null
  onToggle(category: PoiCategory): void
}

/** Which categories are shown, each with its symbol and number; the map's legend at the same time. */
export function CategoryToggles({ chosen, counts, own, onToggle }: CategoryTogglesProps) {
  const showsCameras = chosen.some((category) => cameras.includes(category))
  return (
    <section>
      <fieldset className={styles.categories}>
        <legend className={styles.legend}>{poisTexts.categories}</legend>
        {poiCategories.map((category) => (
          <Toggle
            key={category}
            category={category}
            name={categoryNames[category]}
            count={counts[category]}
            shown={chosen.includes(category)}
            onToggle={() => onToggle(category)}
          />
        ))}
        {own !== null && <Toggle category={null} name={poisTexts.ownPois} {...own} />}
      </fieldset>
      {showsCameras && (
        <Notice kind="warning" title={poisTexts.legalTitle} live={false}>
          {poisTexts.legalText}
        </Notice>
      )}
    </section>
  )
}

interface ToggleProps {
  /** Null: of no category. */
  category: PoiCategory | null
  name: string
  count: number | null
  shown: boolean
  onToggle(): void
}

function Toggle({ category, name, count, shown, onToggle }: ToggleProps) {
  return (
    <label className={styles.category}>
      <CategorySymbol category={category} size={30} />
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{countInWords(count)}</span>
      <input type="checkbox" className={styles.box} checked={shown} onChange={onToggle} />
    </label>
  )
}

function countInWords(count: number | null): string {
  return count === null ? poisTexts.unknown : formatNumber(count)
}

const cameras: readonly PoiCategory[] = ['stationarySpeedCameras', 'mobileSpeedCameras']
