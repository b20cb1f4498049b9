import { alarms } from '#contract/alarms.ts'
import { dossiers } from '#contract/dossier.ts'
import { type VehicleState, vehicles } from '#contract/vehicles.ts'
import type { NowLinks } from './now-links.ts'
import { trackingTexts } from './texts.ts'
import { ThumbButton, ThumbLink } from './ThumbButton.tsx'
import { AlarmIcon, RideIcon } from './thumb-icons.tsx'
import { useAction } from '#web/api/action.ts'
import { type CallProblem, messageOf } from '#web/api/call-problem.ts'
import { useRide } from '#web/api/use-ride.ts'
import { alertUser } from '#web/kit/alert.ts'

interface GuardActionProps {
  vehicle: Pick<VehicleState, 'deviceId' | 'guard'>
  links: NowLinks
}

const texts = trackingTexts.now
const changed = [alarms.list, vehicles.states, dossiers.show]
const onError = (problem: CallProblem) => alertUser(messageOf(problem))

/** What the owner does with the alarm now: pauses it for the ride, arms it again, or makes it work. */
export function GuardAction({ vehicle: { deviceId, guard }, links }: GuardActionProps) {
  const { isPending, ride } = useRide(deviceId, changed, onError)
  const end = useAction(alarms.endPause, changed)
  switch (guard.kind) {
    case 'ARMED':
      return (
        <ThumbButton icon={<RideIcon />} busy={isPending} onClick={ride}>
          {texts.ride}
        </ThumbButton>
      )
    case 'PAUSED':
      return (
        <ThumbButton
          icon={<AlarmIcon />}
          busy={end.isPending}
          onClick={() => end.mutate({ params: { deviceId } }, { onError })}
        >
          {texts.arm}
        </ThumbButton>
      )
    case 'OFF':
      return (
        <ThumbLink to={guard.why === 'BLIND' ? links.alarm : links.settings} icon={<AlarmIcon />}>
          {texts.off[guard.why]}
        </ThumbLink>
      )
  }
}
