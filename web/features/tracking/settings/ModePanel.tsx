import { type KeyboardEvent, useId, useRef } from 'react'
import { type TrackingMode, trackingModes } from '#contract/tracking/tracking.ts'
import styles from './ModePanel.module.css'
import { trackingTexts } from '../texts.ts'
import { isLocked, type ShownTracking } from '../shown-tracking.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Definition } from '#web/ui/text/Definition.tsx'

interface ModePanelProps {
  screen: ShownTracking
  onClick(mode: TrackingMode): void
}

const texts = trackingTexts.mode

/** What is recorded and what for: a group of radio buttons, of which a second click takes the choice back. */
export function ModePanel({ screen, onClick }: ModePanelProps) {
  const locked = isLocked(screen)
  const group = useRef<HTMLDivElement>(null)

  /** The arrow keys walk the group and choose, as they do in any group of radio buttons. */
  const walk = (event: KeyboardEvent) => {
    const step = stepOf(event.key)
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])]
    const from = buttons.findIndex((button) => button === document.activeElement)
    if (step === 0 || from === -1) return
    event.preventDefault()
    const to = (from + step + buttons.length) % buttons.length
    buttons[to]?.focus()
    const mode = trackingModes[to]
    if (mode !== undefined && mode !== screen.mode) onClick(mode)
  }

  return (
    <Card title={texts.title}>
      <div ref={group} className={styles.modes} role="radiogroup" aria-label={texts.title}>
        {trackingModes.map((mode) => (
          <ModeButton
            key={mode}
            mode={mode}
            chosen={screen.mode === mode}
            // One stop for the tab key, as with all radio buttons: the chosen one, or the first.
            stop={mode === (screen.mode ?? trackingModes[0])}
            locked={locked}
            onClick={onClick}
            onKeyDown={walk}
          />
        ))}
      </div>
    </Card>
  )
}

function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowDown' || key === 'ArrowRight') return 1
  return key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 0
}

interface ModeButtonProps {
  mode: TrackingMode
  chosen: boolean
  stop: boolean
  locked: boolean
  onClick(mode: TrackingMode): void
  onKeyDown(event: KeyboardEvent): void
}

function ModeButton({ mode, chosen, stop, locked, onClick, onKeyDown }: ModeButtonProps) {
  const factsId = useId()
  return (
    <div className={styles.mode} data-chosen={chosen || undefined} data-locked={locked || undefined}>
      <button
        type="button"
        role="radio"
        className={styles.button}
        aria-checked={chosen}
        aria-disabled={locked || undefined}
        aria-describedby={factsId}
        tabIndex={stop ? 0 : -1}
        onClick={() => onClick(mode)}
        onKeyDown={onKeyDown}
      >
        <span className={styles.mark} aria-hidden="true" />
        {texts.names[mode]}
      </button>
      <div id={factsId} className={styles.facts}>
        <p>{texts.purposes[mode]}</p>
        <dl>
          <Definition className={styles.fact} name={texts.storedLabel} value={texts.stored[mode]} />
          <Definition className={styles.fact} name={texts.keptLabel} value={texts.kept} />
          <Definition className={styles.fact} name={texts.seenLabel} value={texts.seen} />
        </dl>
      </div>
    </div>
  )
}
