import { type ReactNode, useEffect, useRef } from 'react'
import type { PoiCategory } from '#contract/pois/pois.ts'
import styles from './Selection.module.css'
import { poisTexts } from '../texts.ts'
import { CloseButton } from '#web/ui/controls/CloseButton.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'

/** What can be chosen on the map or in a list: a POI or a warning. */
export interface SelectedThing {
  id: string
  title: string
  /** What tells it apart from others of its title on the same spot; null: nothing does. */
  facts: string | null
  /** Null: of no category. */
  category: PoiCategory | null
  /** How far and which way it lies; null: not known. */
  where: ReactNode
  /** All that is known of it. */
  detail: ReactNode
  /** What can be done about it; null: nothing. */
  actions: ReactNode
}

/** What things on one spot are called together. */
export function selectionTitle(things: readonly SelectedThing[]): string {
  const [first, ...others] = things
  if (first === undefined) return poisTexts.gone
  return others.length === 0 ? first.title : poisTexts.detail.severalTitle(things.length)
}

/** The head of what was chosen. Takes the focus, and gives it back when closed. */
export function SelectionHead({ things, onClose }: { things: readonly SelectedThing[]; onClose(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [first, ...others] = things
  useFocusWhileOpen(heading)
  return (
    <div className={styles.head} data-chosen>
      {first !== undefined && others.length === 0 && <CategorySymbol category={first.category} size={28} />}
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {selectionTitle(things)}
      </h2>
      {others.length === 0 && first?.where}
      <CloseButton label={poisTexts.detail.close} onClick={onClose} />
    </div>
  )
}

/** All about the one thing, or which of several it is to be. */
export function SelectionBody({ things, onSelect }: { things: readonly SelectedThing[]; onSelect(id: string): void }) {
  const [first, ...others] = things
  if (first === undefined) return null
  if (others.length === 0) {
    return (
      <>
        <div className={styles.detail}>{first.detail}</div>
        {first.actions !== null && <div className={styles.actions}>{first.actions}</div>}
      </>
    )
  }
  return (
    <PlainList>
      {things.map(({ id, title, facts, category }) => (
        <li key={id}>
          <button type="button" className={styles.option} onClick={() => onSelect(id)}>
            <CategorySymbol category={category} size={32} />
            {facts === null ? title : `${title} · ${facts}`}
          </button>
        </li>
      ))}
    </PlainList>
  )
}

function useFocusWhileOpen(target: { current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    target.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [target])
}
