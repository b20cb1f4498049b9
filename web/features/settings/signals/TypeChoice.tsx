import { type PoiCategory, type PoiType, poiTypesByCategory } from '#contract/pois/pois.ts'
import groups from '../groups.module.css'
import { configurationTexts } from '../texts.ts'
import styles from './TypeChoice.module.css'
import { Button } from '#web/ui/controls/Button.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { formatNumber } from '#web/texts/formats.ts'
import { poiTypeNames } from '#web/texts/pois.ts'
import { Small } from '#web/ui/layout/Small.tsx'

interface TypeChoiceProps {
  category: PoiCategory
  disabledTypes: readonly PoiType[]
  readOnly: boolean
  onChange(disabledTypes: PoiType[]): void
}

const texts = configurationTexts.types

/** Which types of a category warn. */
export function TypeChoice({ category, disabledTypes, readOnly, onChange }: TypeChoiceProps) {
  const types: readonly PoiType[] = poiTypesByCategory[category]
  const isOn = (type: PoiType) => !disabledTypes.includes(type)
  const on = types.filter(isOn).length
  const toggle = (toggled: PoiType) => onChange(types.filter((type) => (type === toggled) === isOn(type)))
  return (
    <fieldset className={groups.group} disabled={readOnly}>
      <legend className={groups.legend}>{texts.legend}</legend>
      <div className={styles.head}>
        <div role="status">
          {on === 0 ? (
            <p className={groups.warning}>{texts.none}</p>
          ) : (
            <Small>{texts.count(formatNumber(on), formatNumber(types.length))}</Small>
          )}
        </div>
        {on < types.length && !readOnly && (
          <Button kind="quiet" onClick={() => onChange([])}>
            {texts.all}
          </Button>
        )}
      </div>
      <div className={styles.types}>
        {types.map((type) => (
          <Check key={type} checked={isOn(type)} onChange={() => toggle(type)}>
            {poiTypeNames[type]}
          </Check>
        ))}
      </div>
    </fieldset>
  )
}
