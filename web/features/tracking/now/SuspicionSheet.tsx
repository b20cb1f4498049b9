import type { ReactNode } from 'react'
import { alarms } from '#contract/alarms/alarms.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { type VehicleState, vehicles } from '#contract/vehicles/vehicles.ts'
import styles from './NowSheet.module.css'
import { sentInWords } from './sent-words.ts'
import { trackingTexts } from '../texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useRide } from '#web/api/queries/use-ride.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { formatNumber } from '#web/texts/formats.ts'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { momentInWords, type Suspicion, suspicionInWords } from '#web/texts/vehicle-states.ts'

interface SuspicionSheetProps {
  vehicle: Pick<VehicleState, 'deviceId' | 'vehiclePlate' | 'guard'>
  suspicion: Suspicion
  now: Date
  /** Reports the vehicle as stolen. */
  stolen: ReactNode
  /** Where it is; null where no position is stored. */
  place: ReactNode
  /** How old all of this is, where it cannot be fetched again, and which of its owner's taps wait. */
  age: ReactNode
}

const texts = trackingTexts.now.suspicion
const changed = [alarms.list, vehicles.states, dossiers.show]
const onError = (problem: CallProblem) => alertUser(messageOf(problem))

/** After an alarm: what happened, and the owner's three answers. */
export function SuspicionSheet({ vehicle, suspicion, now, stolen, place, age }: SuspicionSheetProps) {
  const { deviceId, vehiclePlate, guard } = vehicle
  const { isPending, ride } = useRide(deviceId, changed, onError)
  const acknowledge = useAction(alarms.acknowledge, changed)
  // Where there is no alarm to pause, this one was seen.
  const itIsMe = () =>
    guard.kind === 'OFF' && suspicion.kind === 'ALARM'
      ? acknowledge.mutate({ params: { deviceId }, body: { alarmId: suspicion.alarmId } }, { onError })
      : ride()
  const since = momentInWords(suspicion.since, now)
  const positions = suspicion.kind === 'ALARM' ? suspicion.positions : null
  const sent = sentInWords(suspicion)
  return (
    <section className={styles.sheet} data-suspicion aria-label={trackingTexts.now.sheet}>
      {place}
      <div role="alert">
        <p className={styles.question}>{suspicionInWords(suspicion, now)}</p>
        <div className={styles.words}>
          <p className={styles.positions} data-none={positions === 0 || undefined}>
            {positions === null
              ? texts.next
              : positions === 0
                ? texts.noPosition(since)
                : texts.positions(count(positions), since)}
          </p>
          {vehiclePlate !== null && <Plate text={vehiclePlate} />}
        </div>
        {sent !== null && <p className={styles.positions}>{sent}</p>}
      </div>
      {age}
      <Stack gap={2}>
        <div className={styles.answers}>
          <Button wide kind="secondary" size="large" busy={isPending || acknowledge.isPending} onClick={itIsMe}>
            {texts.itIsMe}
          </Button>
          <a className={styles.call} href="tel:110">
            {texts.call}
          </a>
        </div>
        {stolen}
      </Stack>
    </section>
  )
}

function count(positions: number): string {
  return positions === 1 ? texts.onePosition : texts.manyPositions(formatNumber(positions))
}
