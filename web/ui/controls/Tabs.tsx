import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import styles from './Tabs.module.css'

interface Tab<Name extends string> {
  name: Name
  title: string
}

interface TabListProps<Name extends string> {
  /** Unique in the page; its panel has the same. */
  id: string
  /** What the tabs are parts of, for those who do not see it. */
  label: string
  tabs: readonly Tab<Name>[]
  /** Null while it is not known yet. */
  chosen: Name | null
  onChoose(name: Name): void
}

/**
 * Parts of a screen, of which one is shown. The arrow keys move the focus, and Enter chooses: choosing is a navigation
 * (`useTabInAddress`), which walking past must not be.
 */
export function TabList<Name extends string>({ id, label, tabs, chosen, onChoose }: TabListProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const stop = chosen ?? tabs[0]?.name

  const walk = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const from = buttons.findIndex((button) => button === document.activeElement)
    const to = nextIndex(event.key, from, buttons.length)
    if (to === null) return
    event.preventDefault()
    buttons[to]?.focus()
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.list}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabId(id, name)}
          className={styles.tab}
          aria-selected={name === chosen}
          aria-controls={name === chosen ? panelId(id) : undefined}
          tabIndex={name === stop ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={walk}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps {
  /** As its list has it. */
  id: string
  /** Of the tab that is shown; null while it is not known yet. */
  chosen: string | null
  className?: string | undefined
  children: ReactNode
}

/** What the chosen tab shows. */
export function TabPanel({ id, chosen, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={panelId(id)}
      className={classes(styles.panel, className)}
      data-tab={chosen ?? undefined}
      aria-labelledby={chosen === null ? undefined : tabId(id, chosen)}
      aria-busy={chosen === null || undefined}
    >
      {children}
    </div>
  )
}

function nextIndex(key: string, from: number, count: number): number | null {
  if (from === -1) return null
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count
    case 'ArrowLeft':
      return (from - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

const tabId = (id: string, name: string) => `${id}-${name}`
const panelId = (id: string) => `${id}-panel`
