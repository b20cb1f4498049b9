import { type ReactNode, useId, useState } from 'react'
import type { TrackingPurpose } from '#contract/consents/consents.ts'
import type { Device } from '#contract/devices/devices.ts'
import { trackingTexts } from '../texts.ts'
import { isAnythingInForce, missingForEnabling, type ShownTracking } from '../shown-tracking.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { deviceLabel } from '#web/shared/devices/device-label.ts'

interface SwitchPanelProps {
  device: Device
  screen: ShownTracking
  /** Whether its owner has stated that it is stolen, or may be: switching off asks once more. */
  isMissed(): Promise<boolean>
  actions: TrackingSwitch
  /** A further action, shown below these. */
  children: ReactNode
}

/** What can be done here. */
interface TrackingSwitch {
  enable(): void
  disable(): void
  /** @param purposes null: all. */
  withdraw(deletePositions: boolean, purposes: readonly TrackingPurpose[] | null): void
}

/** Switching on and off, and withdrawing the consent. */
export function SwitchPanel({ device, screen, isMissed, actions, children }: SwitchPanelProps) {
  const [asking, setAsking] = useState(false)
  const [isSure, setIsSure] = useState(true)
  const [isLooking, setIsLooking] = useState(false)
  const disable = async () => {
    setIsLooking(true)
    const mustAsk = await isMissed().finally(() => setIsLooking(false))
    if (mustAsk) setIsSure(false)
    else actions.disable()
  }
  return (
    <Card label={trackingTexts.state.title}>
      <Stack gap={3}>
        {screen.trackingEnabled && <Small>{trackingTexts.state.onHint}</Small>}
        <SwitchButton screen={screen} isLooking={isLooking} enable={actions.enable} disable={() => void disable()} />
        {isAnythingInForce(screen) && (
          <Button wide kind="remove" busy={screen.running === 'withdraw'} onClick={() => setAsking(true)}>
            {trackingTexts.withdraw.button}
          </Button>
        )}
        {children}
      </Stack>
      <ConfirmDialog
        opened={!isSure}
        title={trackingTexts.missed.title}
        action={trackingTexts.disable}
        onConfirm={() => {
          setIsSure(true)
          actions.disable()
        }}
        onClose={() => setIsSure(true)}
      >
        {trackingTexts.missed.text}
      </ConfirmDialog>
      <WithdrawDialog
        device={deviceLabel(device)}
        opened={asking}
        isForBoth={screen.trackingEnabled && screen.mode === 'BOTH'}
        onClose={() => setAsking(false)}
        onConfirm={(deletePositions, purposes) => {
          setAsking(false)
          actions.withdraw(deletePositions, purposes)
        }}
      />
    </Card>
  )
}

interface SwitchButtonProps extends Pick<SwitchPanelProps, 'screen'>, Pick<TrackingSwitch, 'enable' | 'disable'> {
  isLooking: boolean
}

/** One button for on and off, so that the focus stays on it. */
function SwitchButton({ screen, isLooking, enable, disable }: SwitchButtonProps) {
  const hintId = useId()
  const { trackingEnabled, running } = screen
  const missing = trackingEnabled ? null : missingForEnabling(screen)
  return (
    <>
      <Button
        wide
        kind={trackingEnabled ? 'quiet' : 'primary'}
        busy={isLooking || running === 'enable' || running === 'disable'}
        disabled={missing !== null}
        aria-describedby={missing === null ? undefined : hintId}
        onClick={trackingEnabled ? disable : enable}
      >
        {trackingEnabled ? trackingTexts.disable : trackingTexts.enable}
      </Button>
      {missing !== null && <Small id={hintId}>{trackingTexts.missing[missing]}</Small>}
    </>
  )
}
