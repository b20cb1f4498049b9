import { type TrackingMode, trackingModes } from '#contract/tracking.ts'
import styles from '#web/features/tracking/ModePanel.module.css'
import { trackingTexts } from '#web/features/tracking/texts.ts'
import { isLocked, type TrackingScreen } from '#web/features/tracking/tracking-screen.ts'
import { Card } from '#web/kit/Card.tsx'

interface ModePanelProps {
  screen: TrackingScreen
  onClick(mode: TrackingMode): void
}

const texts = trackingTexts.mode

/** What is recorded and what for. A second click on the chosen mode takes the choice back. */
export function ModePanel({ screen, onClick }: ModePanelProps) {
  const locked = isLocked(screen)
  return (
    <Card title={texts.title}>
      <div className={styles.modes} role="group" aria-label={texts.title}>
        {trackingModes.map((mode) => (
          <ModeButton key={mode} mode={mode} chosen={screen.mode === mode} locked={locked} onClick={onClick} />
        ))}
      </div>
    </Card>
  )
}

interface ModeButtonProps {
  mode: TrackingMode
  chosen: boolean
  locked: boolean
  onClick(mode: TrackingMode): void
}

function ModeButton({ mode, chosen, locked, onClick }: ModeButtonProps) {
  const describedBy = `mode-${mode}-facts`
  return (
    <div className={styles.mode} data-chosen={chosen || undefined} data-locked={locked || undefined}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={chosen}
        aria-disabled={locked || undefined}
        aria-describedby={describedBy}
        onClick={() => onClick(mode)}
      >
        <span className={styles.mark} aria-hidden="true" />
        {texts.names[mode]}
      </button>
      <div id={describedBy} className={styles.facts}>
        <p>{texts.purposes[mode]}</p>
        <dl>
          <Fact name={texts.storedLabel} value={texts.stored[mode]} />
          <Fact name={texts.keptLabel} value={texts.kept} />
          <Fact name={texts.seenLabel} value={texts.seen} />
        </dl>
      </div>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
