import { type ReactNode, useState } from 'react'
import { NearHead } from '#web/features/pois/near/NearHead.tsx'
import { SelectionBody, type SelectedThing, SelectionHead, selectionTitle } from '#web/features/pois/list/Selection.tsx'
import { poisTexts } from '#web/features/pois/texts.ts'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import type { SheetStop } from '#web/ui/sheet/sheet-stops.ts'
import styles from './PoisPage.module.css'

interface PoiSheetProps {
  stop: SheetStop
  onStop(stop: SheetStop): void
  /** What is near, in one line; and what else is worth one. */
  near: string
  note: ReactNode
  /** What was chosen, as far as it exists; null: nothing. */
  things: readonly SelectedThing[] | null
  onSelect(ids: readonly string[]): void
  /** All lists. */
  children: ReactNode
}

/** The sheet over the map of POIs: what is near, or, instead of it, what was chosen. */
export function PoiSheet({ stop, onStop, near, note, things, onSelect, children }: PoiSheetProps) {
  const close = () => onSelect([])
  return (
    <Sheet
      label={things === null ? poisTexts.near.title : selectionTitle(things)}
      stop={stop}
      onStop={onStop}
      onEscape={things === null ? undefined : close}
      head={
        things === null ? (
          <NearHead words={near}>{note}</NearHead>
        ) : (
          <SelectionHead key={things.map(({ id }) => id).join(' ')} things={things} onClose={close} />
        )
      }
    >
      {/* It stays: who closes what was chosen is back at the same row of the list. */}
      <div className={styles.lists} hidden={things !== null}>
        {children}
      </div>
      {things !== null && <SelectionBody things={things} onSelect={(id) => onSelect([id])} />}
    </Sheet>
  )
}

/** How far the sheet is open: half as soon as something is chosen, and afterwards as before. */
export function useSheetStop(hasChosen: boolean) {
  const [stop, setStop] = useState<SheetStop>(hasChosen ? 'half' : 'peek')
  const [before, setBefore] = useState<SheetStop>('peek')
  const [had, setHad] = useState(hasChosen)
  if (had !== hasChosen) {
    setHad(hasChosen)
    if (hasChosen) setBefore(stop)
    setStop(hasChosen ? 'half' : before)
  }
  /** Down to its first line, whatever is chosen or was. */
  const lower = () => {
    setStop('peek')
    setBefore('peek')
  }
  return { stop, setStop, lower }
}
