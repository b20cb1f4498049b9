import { type PoiCategory, poiCategories } from '#contract/pois/pois.ts'
import styles from './CategoryToggles.module.css'
import { poisTexts } from './texts.ts'
import { countInWords } from './near/near-words.ts'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { categoryNames } from '#web/texts/pois.ts'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { ChipCheckbox } from '#web/ui/controls/ChipCheckbox.tsx'

interface CategoryTogglesProps {
  chosen: readonly PoiCategory[]
  /** How many are in view; null if that is not known. */
  counts: Record<PoiCategory, number | null>
  /** The user's own POIs; null if there are none. */
  own: { count: number; shown: boolean; onToggle(): void } | null
  onToggle(category: PoiCategory): void
}

/** Which categories are shown, as chips with symbol and number: the map's legend at the same time. */
export function CategoryToggles({ chosen, counts, own, onToggle }: CategoryTogglesProps) {
  return (
    <FieldGroup legend={poisTexts.categories} hiddenLegend>
      {/* A fieldset does not scroll in every browser. */}
      <div className={styles.chips}>
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
      </div>
    </FieldGroup>
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
    <label className={styles.chip}>
      <CategorySymbol category={category} size={26} />
      <span className={styles.name}>{name}</span>
      {shown && count !== null && <span className={styles.count}>{countInWords(count)}</span>}
      <ChipCheckbox checked={shown} onChange={onToggle} />
    </label>
  )
}
