import { useState } from 'react'
import styles from './OwnPlaceControl.module.css'
import { poisTexts } from '../texts.ts'
import type { OwnPlaceState } from './use-own-place.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Row } from '#web/ui/layout/Row.tsx'

interface OwnPlaceControlProps {
  state: OwnPlaceState
  /** The question needs room above the map. */
  onAsk(): void
  onLocate(): void
}

const texts = poisTexts.ownPlace

/** Above the map: asks for the browser's position, after saying what happens to it. */
export function OwnPlaceControl({ state, onAsk, onLocate }: OwnPlaceControlProps) {
  const [asking, setAsking] = useState(false)
  // The result of asking at the start is announced to screen readers and not shown: nobody has pressed anything yet.
  const [pressed, setPressed] = useState(false)
  const notice = noticeFor(state)
  const press = () => {
    // Once permitted, the browser does not ask, and neither do we.
    if (state === 'found') onLocate()
    else {
      if (!asking) onAsk()
      setAsking(!asking)
    }
  }
  const use = () => {
    setAsking(false)
    setPressed(true)
    onLocate()
  }
  return (
    <div>
      <button
        type="button"
        className={styles.button}
        aria-label={texts.control}
        title={texts.control}
        aria-expanded={asking}
        data-searching={state === 'searching' || undefined}
        onClick={press}
      >
        <TargetIcon />
      </button>
      {asking && (
        <div className={styles.question}>
          <p className={styles.title}>{texts.title}</p>
          <p>{texts.explanation}</p>
          <Row gap={2}>
            <Button onClick={use}>{texts.use}</Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {texts.notNow}
            </Button>
          </Row>
        </div>
      )}
      <p className={notice.visible && pressed && !asking ? styles.told : 'visually-hidden'} role="status">
        {notice.text}
      </p>
    </div>
  )
}

/** Success shows on the map and need only be announced; everything else must be visible, too. */
function noticeFor(state: OwnPlaceState): { text: string; visible: boolean } {
  return state === 'unasked' ? { text: '', visible: false } : { text: texts[state], visible: state !== 'found' }
}

function TargetIcon() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles.icon}>
      <circle cx="12" cy="12" r="6.5" />
      <circle cx="12" cy="12" r="2" fill="currentColor" />
      <path d="M12 2v3.5M12 18.5V22M2 12h3.5M18.5 12H22" />
    </svg>
  )
}
