import { IconChevronDown } from '@tabler/icons-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { type PoiCategory, poiTypesByCategory } from '#contract/pois/pois.ts'
import type { CategorySettings, LedSettings } from '#contract/settings/settings.ts'
import styles from './CategoryCard.module.css'
import { LampColour } from './LampColour.tsx'
import { summaryOf } from '../summary.ts'
import { Signals } from './Signals.tsx'
import { Switch } from '#web/ui/controls/Switch.tsx'
import { configurationTexts } from '../texts.ts'
import { TypeChoice } from './TypeChoice.tsx'
import { WarningDistanceChoice } from '../warnings/WarningDistanceChoice.tsx'
import { WarningPreview } from '../warnings/WarningPreview.tsx'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { categoryNames } from '#web/texts/pois.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { surface } from '#web/ui/layout/Card.tsx'
import { classes } from '#web/ui/layout/classes.ts'

interface CategoryCardProps {
  category: PoiCategory
  settings: CategorySettings
  stored: CategorySettings
  /** Null if there is no device. */
  led: LedSettings | null
  opened: boolean
  readOnly: boolean
  onOpen(open: boolean): void
  onChange(settings: CategorySettings): void
  onLedChange(led: LedSettings): void
}

const texts = configurationTexts.category

/** One category: closed, it shows in one line what it does; opened, everything that can be set. */
export function CategoryCard(props: CategoryCardProps) {
  const { category, settings, opened, readOnly, onOpen, onChange } = props
  const panelId = useId()
  const head = useRef<HTMLDivElement>(null)
  useStayInSight(head, opened)
  const name = categoryNames[category]
  return (
    <div className={classes(surface, styles.card)} data-off={!settings.enabled || undefined}>
      <div className={styles.head} ref={head}>
        <h2 className={styles.heading}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={opened}
            aria-controls={panelId}
            onClick={() => onOpen(!opened)}
          >
            <CategorySymbol category={category} size={36} />
            <span className={styles.words}>
              <span>{name}</span>
              <span className={styles.summary}>{summaryOf(category, settings)}</span>
            </span>
            <IconChevronDown className={styles.chevron} aria-hidden />
          </button>
        </h2>
        <Switch
          label={texts.switch(name)}
          checked={settings.enabled}
          disabled={readOnly}
          onChange={(enabled) => onChange({ ...settings, enabled })}
        />
      </div>
      <div id={panelId} className={styles.panel} hidden={!opened}>
        {opened && <CategoryPanel {...props} />}
      </div>
    </div>
  )
}

/** When another category above closes, the one just opened would move out of sight. */
function useStayInSight(head: RefObject<HTMLElement | null>, opened: boolean): void {
  const wasOpened = useRef(opened)
  useEffect(() => {
    if (opened && !wasOpened.current) head.current?.scrollIntoView({ block: 'nearest' })
    wasOpened.current = opened
  }, [head, opened])
}

const cameras: readonly PoiCategory[] = ['stationarySpeedCameras', 'mobileSpeedCameras']

function CategoryPanel({ category, settings, stored, led, readOnly, onChange, onLedChange }: CategoryCardProps) {
  const change = (changes: Partial<CategorySettings>) => onChange({ ...settings, ...changes })
  const hints = [
    ...(settings.enabled ? [] : [texts.disabledHint]),
    ...(cameras.includes(category) ? [configurationTexts.legalHint] : []),
  ]
  return (
    <>
      {hints.length > 0 && (
        <div>
          {hints.map((hint) => (
            <Small key={hint}>{hint}</Small>
          ))}
        </div>
      )}
      <div className={styles.columns}>
        <Stack gap={5}>
          <WarningDistanceChoice
            category={category}
            settings={settings}
            stored={stored}
            readOnly={readOnly}
            onChange={change}
          />
          <Signals category={category} settings={settings} readOnly={readOnly} onChange={change} />
          {led !== null && (
            <LampColour
              colour={led.colours[category]}
              readOnly={readOnly}
              onChange={(colour) => onLedChange({ ...led, colours: { ...led.colours, [category]: colour } })}
            />
          )}
        </Stack>
        <WarningPreview category={category} settings={settings} led={led} />
      </div>
      {poiTypesByCategory[category].length > 1 && (
        <TypeChoice
          category={category}
          disabledTypes={settings.disabledTypes}
          readOnly={readOnly}
          onChange={(disabledTypes) => change({ disabledTypes })}
        />
      )}
    </>
  )
}
