import { type ReactNode, useEffect, useRef } from 'react'
import styles from './PickList.module.css'
import { PlainList } from '#web/ui/layout/PlainList.tsx'

/** Things to pick from, one below the other. `ordered`: their order has a meaning. */
export function PickList({ ordered = false, children }: { ordered?: boolean; children: ReactNode }) {
  return <PlainList as={ordered ? 'ol' : 'ul'}>{children}</PlainList>
}

interface PickRowProps {
  selected: boolean
  /** Comes into sight when it is selected elsewhere, as on the map. */
  follow?: boolean
  /** Reaches beyond the list at both sides, so that its text does not. */
  outdented?: boolean
  onPick(): void
  children: ReactNode
}

/** One of them: the whole row is one button. */
export function PickRow({ selected, follow = false, outdented = false, onPick, children }: PickRowProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (follow && selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [follow, selected])
  return (
    <li className={styles.entry}>
      <button
        ref={row}
        type="button"
        className={styles.row}
        data-outdented={outdented || undefined}
        aria-current={selected || undefined}
        onClick={onPick}
      >
        {children}
      </button>
    </li>
  )
}
