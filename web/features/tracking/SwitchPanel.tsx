import { useId, useState } from 'react'
import { DeletionDialog } from './DeletionDialog.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import styles from './SwitchPanel.module.css'
import { trackingTexts } from './texts.ts'
import type { TrackingController } from './tracking-controller.ts'
import { missingForEnabling, type TrackingScreen } from './tracking-screen.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'

interface SwitchPanelProps {
  screen: TrackingScreen
  controller: TrackingController
}

/** Switching on and off, and the ways out: withdrawing the consent, deleting what is stored. */
export function SwitchPanel({ screen, controller }: SwitchPanelProps) {
  const [asking, setAsking] = useState<'withdraw' | 'delete' | null>(null)
  const close = () => setAsking(null)
  return (
    <Card>
      <div className={styles.panel}>
        {screen.trackingEnabled && <p className={styles.hint}>{trackingTexts.state.onHint}</p>}
        {screen.trackingEnabled ? (
          <Button wide busy={screen.running === 'disable'} onClick={() => void controller.disable()}>
            {trackingTexts.disable}
          </Button>
        ) : (
          <EnableButton screen={screen} onClick={() => void controller.enable()} />
        )}
        {(screen.consentGiven || screen.trackingEnabled) && (
          <Button wide kind="secondary" busy={screen.running === 'withdraw'} onClick={() => setAsking('withdraw')}>
            {trackingTexts.withdraw.button}
          </Button>
        )}
        <Button wide kind="quiet" busy={screen.running === 'delete'} onClick={() => setAsking('delete')}>
          {trackingTexts.deletion.button}
        </Button>
        {screen.receipt !== null && <DeletionNotice receipt={screen.receipt} />}
      </div>
      <WithdrawDialog
        opened={asking === 'withdraw'}
        onClose={close}
        onConfirm={(deletePositions) => {
          close()
          void controller.withdraw(deletePositions)
        }}
      />
      {asking === 'delete' && (
        <DeletionDialog
          shown={screen.history.positions}
          onClose={close}
          onConfirm={(range) => {
            close()
            void controller.deletePositions(range)
          }}
        />
      )}
    </Card>
  )
}

function EnableButton({ screen, onClick }: { screen: TrackingScreen; onClick(): void }) {
  const hintId = useId()
  const missing = missingForEnabling(screen)
  return (
    <>
      <Button
        wide
        busy={screen.running === 'enable'}
        disabled={missing !== null}
        aria-describedby={missing === null ? undefined : hintId}
        onClick={onClick}
      >
        {trackingTexts.enable}
      </Button>
      {missing !== null && (
        <p id={hintId} className={styles.hint}>
          {trackingTexts.missing[missing]}
        </p>
      )}
    </>
  )
}
