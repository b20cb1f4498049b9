import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import styles from './EntryList.module.css'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'

/** What a user has entered, one below the other, each to be changed or removed. */
export function EntryList({ label, children }: { label: string; children: ReactNode }) {
  return <PlainList aria-label={label}>{children}</PlainList>
}

interface EntryProps {
  name: string
  detail: string
  words: EntryWords
  removing: boolean
  onChange(): void
  /** @param close ends the question: when it is done, or has failed for good. */
  onRemove(close: () => void): void
}

export interface EntryWords {
  change: string
  changeOf(name: string): string
  remove: string
  removeTitle(name: string): string
  removeText: string
}

interface EntryRowProps {
  name: string
  /** It counts no more: it has ended or expired. */
  isOver?: boolean
  /** What else there is to say of it. */
  children: ReactNode
  /** What can be done with it; nothing where it is null. */
  actions: ReactNode
}

/** One entry of a list: its name, what else is said of it, and beside that what can be done with it. */
export function EntryRow({ name, isOver = false, children, actions }: EntryRowProps) {
  return (
    <li className={styles.entry} data-over={isOver || undefined}>
      <div>
        <p className={styles.name}>{name}</p>
        {children}
      </div>
      {actions}
    </li>
  )
}

export function Entry({ name, detail, words, removing, onChange, onRemove }: EntryProps) {
  return (
    <EntryRow
      name={name}
      actions={
        <Row gap={2}>
          <Button kind="secondary" aria-label={words.changeOf(name)} onClick={onChange}>
            {words.change}
          </Button>
          <AskingButton action={words.remove} title={words.removeTitle(name)} busy={removing} onConfirm={onRemove}>
            <p>{words.removeText}</p>
          </AskingButton>
        </Row>
      }
    >
      <Small>{detail}</Small>
    </EntryRow>
  )
}
