import { useEffect, useState } from 'react'
import { alarms } from '#contract/alarms/alarms.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useRide } from '#web/api/queries/use-ride.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { rideTexts as texts } from '#web/texts/ride.ts'

interface RideButtonProps {
  deviceId: string
  /** The alarm pauses: the same button switches it on again. */
  isPaused: boolean
  /** In the line of one vehicle among others: its name, for those who do not see beside what the button stands. */
  lineOf?: string
}

/** A pause answers the alarms before it. */
const changed = [alarms.list, vehicles.states, dossiers.show]
const onError = (problem: CallProblem) => alertUser(messageOf(problem))

/** „Ich fahre“: the most used action of all, so it looks the same wherever it stands. Afterwards it takes that back. */
export function RideButton({ deviceId, isPaused, lineOf }: RideButtonProps) {
  const { isPending: isLeaving, ride } = useRide(deviceId, changed, onError)
  const end = useAction(alarms.endPause, changed)
  const isSettled = useSettled(isPaused)
  const arm = () => end.mutate({ params: { deviceId } }, { onError })
  const isAlone = lineOf === undefined
  const action = isPaused ? (isAlone ? texts.arm : texts.armShort) : texts.ride
  return (
    <Button
      kind={isPaused ? 'secondary' : 'primary'}
      size="large"
      wide={isAlone}
      busy={isLeaving || end.isPending}
      disabled={isPaused && !isSettled}
      aria-label={isAlone ? undefined : texts.ofVehicle(action, lineOf)}
      onClick={isPaused ? arm : ride}
    >
      {action}
    </Button>
  )
}

/** „Ich fahre“ stood in the same place: for so long the second half of a bounced tap does not take it back. */
const bounceMs = 600

function useSettled(isPaused: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isPaused) return undefined
    const timer = setTimeout(() => setSettled(true), bounceMs)
    return () => {
      clearTimeout(timer)
      setSettled(false)
    }
  }, [isPaused])
  return isSettled
}
