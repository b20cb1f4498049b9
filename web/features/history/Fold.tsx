import { type ReactNode, useState } from 'react'
import styles from './Fold.module.css'
import { Summary } from '#web/ui/text/Summary.tsx'

interface FoldProps {
  title: string
  /** Beside the title: how much is in it. */
  note?: string
  /** It unfolds by itself, for something inside that has to be seen. */
  opened?: boolean
  children: ReactNode
}

/** What is seldom needed, under its name; it is built when it is unfolded for the first time. */
export function Fold({ title, note, opened = false, children }: FoldProps) {
  const [open, setOpen] = useState(opened)
  const [built, setBuilt] = useState(opened)
  const [wanted, setWanted] = useState(opened)
  if (opened !== wanted) {
    setWanted(opened)
    if (opened) setOpen(true)
  }
  if (open && !built) setBuilt(true)
  return (
    <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Summary>
        {title}
        {note !== undefined && <span className={styles.note}> {note}</span>}
      </Summary>
      {built && <div className={styles.content}>{children}</div>}
    </details>
  )
}
