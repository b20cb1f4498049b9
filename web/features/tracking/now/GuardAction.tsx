import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import type { NowLinks } from './now-links.ts'
import { trackingTexts } from '../texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { RideButton } from '#web/shared/devices/RideButton.tsx'

interface GuardActionProps {
  vehicle: Pick<VehicleState, 'deviceId' | 'guard'>
  links: NowLinks
}

/** What the owner does with the alarm now: pauses it for the ride, arms it again, or makes it work. */
export function GuardAction({ vehicle: { deviceId, guard }, links }: GuardActionProps) {
  if (guard.kind !== 'OFF') return <RideButton deviceId={deviceId} isPaused={guard.kind === 'PAUSED'} />
  return (
    <ButtonLink kind="secondary" size="large" wide to={guard.why === 'BLIND' ? links.alarm : links.settings}>
      {trackingTexts.now.off[guard.why]}
    </ButtonLink>
  )
}
