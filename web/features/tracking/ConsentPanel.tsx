import { useId } from 'react'
import styles from './ConsentPanel.module.css'
import { trackingTexts } from './texts.ts'
import { isConsentTicked, isLocked, type TrackingScreen } from './tracking-screen.ts'
import { Card } from '#web/kit/Card.tsx'
import { formatDayTime } from '#web/kit/formats.ts'

interface ConsentPanelProps {
  screen: TrackingScreen
  onChange(consentGiven: boolean): void
}

const texts = trackingTexts.consent

/** The consent to store positions: never given by anybody but the user, and dated. */
export function ConsentPanel({ screen, onChange }: ConsentPanelProps) {
  const noteId = useId()
  const { consentGiven, consentTimestamp, running } = screen
  const given = texts.given(consentTimestamp === null ? texts.unknown : formatDayTime(consentTimestamp))
  return (
    <Card title={texts.title}>
      <div className={styles.panel}>
        <label className={styles.consent} data-locked={isLocked(screen) || undefined}>
          <input
            type="checkbox"
            className={styles.box}
            checked={isConsentTicked(screen)}
            aria-describedby={noteId}
            aria-disabled={isLocked(screen) || undefined}
            // The rules decide whether the click counts; a locked box stays reachable and keeps its state.
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <span>{texts.label}</span>
        </label>
        <p className={styles.date} role="status">
          {consentGiven && running !== 'consent' && given}
        </p>
        <p id={noteId} className={styles.note}>
          {texts.others}
        </p>
      </div>
    </Card>
  )
}
