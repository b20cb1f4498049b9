import { useId, useState } from 'react'
import type { Device } from '#contract/devices.ts'
import { DeletionDialog } from './DeletionDialog.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import styles from './SwitchPanel.module.css'
import { trackingTexts } from './texts.ts'
import type { TrackingController } from './tracking-controller.ts'
import { missingForEnabling, type TrackingScreen } from './tracking-screen.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { deviceLabel } from '#web/kit/device-label.ts'

interface SwitchPanelProps {
  device: Device
  screen: TrackingScreen
  controller: TrackingController
}

/** Switching on and off, and the ways out: withdrawing the consent, deleting what is stored. */
export function SwitchPanel({ device, screen, controller }: SwitchPanelProps) {
  const [asking, setAsking] = useState<'withdraw' | 'delete' | null>(null)
  const close = () => setAsking(null)
  return (
    <Card label={trackingTexts.state.title}>
      <div className={styles.panel}>
        {screen.trackingEnabled && <p className={styles.hint}>{trackingTexts.state.onHint}</p>}
        <SwitchButton screen={screen} controller={controller} />
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
        device={deviceLabel(device)}
        opened={asking === 'withdraw'}
        onClose={close}
        onConfirm={(deletePositions) => {
          close()
          void controller.withdraw(deletePositions)
        }}
      />
      <DeletionDialog
        device={deviceLabel(device)}
        opened={asking === 'delete'}
        shown={screen.history.positions}
        onClose={close}
        onConfirm={(range) => {
          close()
          void controller.deletePositions(range)
        }}
      />
    </Card>
  )
}

/** One button for on and off, so that the focus stays on it. */
function SwitchButton({ screen, controller }: Pick<SwitchPanelProps, 'screen' | 'controller'>) {
  const hintId = useId()
  const { trackingEnabled, running } = screen
  const missing = trackingEnabled ? null : missingForEnabling(screen)
  return (
    <>
      <Button
        wide
        busy={running === 'enable' || running === 'disable'}
        disabled={missing !== null}
        aria-describedby={missing === null ? undefined : hintId}
        onClick={() => void (trackingEnabled ? controller.disable() : controller.enable())}
      >
        {trackingEnabled ? trackingTexts.disable : trackingTexts.enable}
      </Button>
      {missing !== null && (
        <p id={hintId} className={styles.hint}>
          {trackingTexts.missing[missing]}
        </p>
      )}
    </>
  )
}
