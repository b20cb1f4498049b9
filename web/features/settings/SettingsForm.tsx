import { type ReactNode, useEffect, useState } from 'react'
import { type PoiCategory, poiCategories } from '#contract/pois/pois.ts'
import type { CategorySettings } from '#contract/settings/settings.ts'
import { BrightnessCard } from './signals/BrightnessCard.tsx'
import { CategoryCard } from './signals/CategoryCard.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { fieldId, firstWrongField } from './draft-problems.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { QuietHours } from './signals/QuietHours.tsx'
import { ResetCard } from './ResetCard.tsx'
import { SaveBar } from './SaveBar.tsx'
import styles from './SettingsForm.module.css'
import { type Draft, isDirty, type StoredSettings } from './settings-form.ts'
import type { SettingsSource } from './scope/settings-source.ts'
import { configurationTexts } from './texts.ts'
import { useSettingsForm } from './use-settings-form.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Details } from '#web/ui/text/Details.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** On a phone the overview comes first. */
const firstOpened = () => (window.matchMedia('(min-width: 62rem)').matches ? 'stationarySpeedCameras' : null)

interface SettingsFormProps {
  source: SettingsSource
  /** What the server said last. */
  arrived: StoredSettings
  /** Whose settings they are, and how fresh. */
  scope: ReactNode
  /** What is shown is a copy. */
  readOnly?: boolean
}

export function SettingsForm({ source, arrived, scope, readOnly = false }: SettingsFormProps) {
  const { form, waits, ...actions } = useSettingsForm(source, arrived)
  const [opened, setOpened] = useState<PoiCategory | null>(firstOpened)
  const [problem, setProblem] = useState(false)
  const pointTo = usePointTo()
  const { draft, stored } = form

  const change = (next: Draft) => {
    setProblem(false)
    actions.change(next)
  }
  const changeSettings = (settings: Partial<Draft['settings']>) =>
    change({ ...draft, settings: { ...draft.settings, ...settings } })
  const changeCategory = (category: PoiCategory, settings: CategorySettings) =>
    changeSettings({ categories: { ...draft.settings.categories, [category]: settings } })

  const submit = () => {
    const wrong = firstWrongField(draft)
    setProblem(wrong !== null)
    if (wrong === null) return actions.save()
    if (wrong.category !== null) setOpened(wrong.category)
    pointTo(fieldId(wrong))
  }

  return (
    <>
      <Card title={configurationTexts.scope.title}>
        <div className={styles.scope}>{scope}</div>
      </Card>
      <Details line={configurationTexts.legalTitle}>
        <p className={styles.legal}>{configurationTexts.legalText}</p>
      </Details>
      <div className={styles.columns}>
        <Stack as="section" gap={3} aria-label={configurationTexts.category.heading}>
          {poiCategories.map((category) => (
            <CategoryCard
              key={category}
              category={category}
              settings={draft.settings.categories[category]}
              stored={stored.settings.categories[category]}
              led={draft.led}
              opened={opened === category}
              readOnly={readOnly}
              onOpen={(open) => setOpened(open ? category : null)}
              onChange={(settings) => changeCategory(category, settings)}
              onLedChange={(led) => change({ ...draft, led })}
            />
          ))}
        </Stack>
        <Stack gap={3}>
          <QuietHours
            quietHours={draft.settings.quietHours}
            stored={stored.settings.quietHours}
            readOnly={readOnly}
            onChange={(quietHours) => changeSettings({ quietHours })}
          />
          {draft.led !== null && (
            <BrightnessCard led={draft.led} readOnly={readOnly} onChange={(led) => change({ ...draft, led })} />
          )}
          {!readOnly && (
            <ResetCard ofDevice={draft.led !== null} busy={form.running === 'reset'} onReset={actions.reset} />
          )}
        </Stack>
      </div>
      {!readOnly && (
        <SaveBar form={form} waits={waits} wrongInput={problem} onSave={submit} onDiscard={actions.discard}>
          <ConflictNotice
            conflict={form.conflict}
            onReload={actions.takeTheirs}
            onOverwrite={actions.overwriteTheirs}
          />
        </SaveBar>
      )}
      <LeaveGuard active={!readOnly && isDirty(form)} />
    </>
  )
}

/** Moves the focus to an element, by its id, once the changes made with it are drawn. */
function usePointTo(): (id: string) => void {
  const [target, setTarget] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (target !== null) document.getElementById(target.id)?.focus()
  }, [target])
  return (id) => setTarget({ id })
}
