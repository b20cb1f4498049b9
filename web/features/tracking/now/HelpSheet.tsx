import type { ReactNode } from 'react'
import { alarms } from '#contract/alarms/alarms.ts'
import { type VehicleState, vehicles } from '#contract/vehicles/vehicles.ts'
import styles from './NowSheet.module.css'
import { trackingTexts } from '../texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { callForHelpInWords, helpAnswers } from '#web/texts/vehicle-states.ts'

interface HelpSheetProps {
  vehicle: Pick<VehicleState, 'deviceId' | 'vehiclePlate'>
  call: NonNullable<VehicleState['callForHelp']>
  now: Date
  /** Where it is; null where no position is stored. */
  place: ReactNode
  /** How old all of this is, where it cannot be asked again. */
  age: ReactNode
}

/** After a call for help: whether its owner needs it. */
export function HelpSheet({ vehicle: { deviceId, vehiclePlate }, call, now, place, age }: HelpSheetProps) {
  const acknowledge = useAction(alarms.acknowledge, [alarms.list, vehicles.states])
  const sayFine = () =>
    acknowledge.mutate(
      { params: { deviceId }, body: { alarmId: call.alarmId } },
      { onError: (problem) => alertUser(messageOf(problem)) },
    )
  return (
    <section className={styles.sheet} data-suspicion aria-label={trackingTexts.now.sheet}>
      {place}
      <div className={styles.words} role="alert">
        <p className={styles.question}>{callForHelpInWords(call, now)}</p>
        {vehiclePlate !== null && <Plate text={vehiclePlate} />}
      </div>
      {age}
      <Stack gap={2}>
        <a className={styles.call} href="tel:112">
          {helpAnswers.call}
        </a>
        <Button wide kind="secondary" size="large" busy={acknowledge.isPending} onClick={sayFine}>
          {helpAnswers.fine}
        </Button>
      </Stack>
    </section>
  )
}
