import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import { MapZoom, MapZoomButtons } from '#web/ui/controls/MapZoom.tsx'
import styles from './Sheet.module.css'
import { type SheetStop, stopAfterPress, stopBeside } from './sheet-stops.ts'
import { useSheetDrag } from './use-sheet-drag.ts'
import { sheetTexts } from '#web/texts/sheet.ts'

interface SheetFrameProps {
  /** May set `--sheet-peek`, `--sheet-half` and `--sheet-panel-width`, each a length. */
  className?: string | undefined
  /** Above the map on a phone, above the sheet from 1,024 px. */
  tools?: ReactNode
  /** A `Sheet`. */
  sheet: ReactNode
  /** The map, and what lies on it. */
  children: ReactNode
}

/**
 * A map as large as a page of `width="full"` on a screen of `frame: 'map'`, with a sheet over it; from 1,024 px the sheet is
 * a panel beside it. What lies on the map, and the map's camera, keep clear of the sheet by `--map-covered-below`.
 */
export function SheetFrame({ className, tools, sheet, children }: SheetFrameProps) {
  return (
    <MapZoom>
      <div className={styles.frame}>
        <div className={classes(styles.parts, className)}>
          {tools !== undefined && <div className={styles.tools}>{tools}</div>}
          <div className={styles.map}>{children}</div>
          {sheet}
        </div>
      </div>
    </MapZoom>
  )
}

interface SheetProps {
  /** What it is about, for those who jump from region to region. */
  label: string
  stop: SheetStop
  /** Its first line: seen at every stop, and what a finger drags it by. */
  head: ReactNode
  /** Below the head: seen and used at every stop, and no part of what the sheet is dragged by. */
  dock?: ReactNode
  onStop(stop: SheetStop): void
  onEscape?: (() => void) | undefined
  children: ReactNode
}

/** A sheet over a map: dragged by its head, moved by its button or with the arrow keys on it, opened by the focus. */
export function Sheet({ label, stop, head, dock, onStop, onEscape, children }: SheetProps) {
  const bodyId = useId()
  const sheet = useRef<HTMLElement>(null)
  const grip = useRef<HTMLDivElement>(null)
  useSheetDrag({ sheet, grip, onStop, onTap: () => onStop(stopAfterPress(stop)) })

  const steer = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    onStop(stopBeside(stop, direction))
  }
  return (
    <section
      ref={sheet}
      className={styles.sheet}
      data-stop={stop}
      aria-label={label}
      onKeyDown={({ key }) => key === 'Escape' && onEscape?.()}
    >
      <div ref={grip} className={styles.head}>
        <div className={styles.words}>{head}</div>
        <MapZoomButtons />
        <button
          type="button"
          className={styles.button}
          aria-label={stop === 'full' ? sheetTexts.smaller : sheetTexts.larger}
          aria-expanded={stop !== 'peek'}
          aria-controls={bodyId}
          onClick={() => onStop(stopAfterPress(stop))}
          onKeyDown={steer}
        >
          <ChevronIcon />
        </button>
      </div>
      {dock !== undefined && <div className={styles.dock}>{dock}</div>}
      <div
        id={bodyId}
        className={styles.body}
        // It scrolls, by keyboard, too.
        role="group"
        aria-label={label}
        tabIndex={0}
        onFocus={() => stop === 'peek' && onStop('half')}
      >
        {children}
      </div>
    </section>
  )
}

const directions: Partial<Record<string, 'up' | 'down'>> = { ArrowUp: 'up', ArrowDown: 'down' }

function ChevronIcon() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles.chevron}>
      <path d="m6 14.5 6-6 6 6" />
    </svg>
  )
}
