import { alarms } from '#contract/alarms/alarms.ts'
import { type VehicleState, vehicles } from '#contract/vehicles/vehicles.ts'
import { trackingOf } from './addresses.ts'
import { vehicleTexts as texts } from './texts.ts'
import styles from './VehicleCard.module.css'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useRide } from '#web/api/queries/use-ride.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { notify } from '#web/ui/text/notify.ts'
import { addressOfCase } from '#web/shared/devices/device-addresses.ts'
import { RideButton } from '#web/shared/devices/RideButton.tsx'
import { helpAnswers, type Missed, missedAnswers, outOfSeasonInWords, suspicionOf } from '#web/texts/vehicle-states.ts'
import { Link } from '#web/ui/controls/Link.tsx'

const changed = [vehicles.states, alarms.list]
const onError = (problem: CallProblem) => notify('danger', messageOf(problem))

/** What its owner does about the alarm: answers it, rides off, or switches it on again. */
export function GuardButtons({ vehicle, now }: { vehicle: VehicleState; now: Date }) {
  if (vehicle.callForHelp !== null) return <HelpAnswers deviceId={vehicle.deviceId} call={vehicle.callForHelp} />
  if (vehicle.condition.kind === 'MISSED')
    return <MissedAnswers deviceId={vehicle.deviceId} missed={vehicle.condition} />
  if (suspicionOf(vehicle) !== null) return <Answers vehicle={vehicle} />
  if (vehicle.guard.kind === 'ARMED') return <RideOff vehicle={vehicle} now={now} />
  return vehicle.guard.kind === 'PAUSED' ? <RideButton deviceId={vehicle.deviceId} isPaused /> : null
}

/** The same in the line of a vehicle that is not the first: only what is done every day. */
export function RowButton({ vehicle }: { vehicle: VehicleState }) {
  if (vehicle.callForHelp !== null || vehicle.condition.kind === 'MISSED' || suspicionOf(vehicle) !== null) return null
  const { guard, deviceId, deviceName } = vehicle
  if (guard.kind === 'OFF') return null
  return <RideButton deviceId={deviceId} isPaused={guard.kind === 'PAUSED'} lineOf={deviceName} />
}

/** Help comes first; the alarm about a theft follows once that is answered. */
function HelpAnswers({ deviceId, call }: { deviceId: string; call: NonNullable<VehicleState['callForHelp']> }) {
  const acknowledge = useAction(alarms.acknowledge, changed)
  const sayFine = () => acknowledge.mutate({ params: { deviceId }, body: { alarmId: call.alarmId } }, { onError })
  return (
    <div className={styles.actions}>
      <a className={classes(styles.call, styles.help)} href="tel:112">
        {helpAnswers.call}
      </a>
      <Button kind="secondary" busy={acknowledge.isPending} onClick={sayFine}>
        {helpAnswers.fine}
      </Button>
      <ButtonLink kind="secondary" to={trackingOf(deviceId)}>
        {texts.where}
      </ButtonLink>
    </div>
  )
}

/** Of a vehicle that its owner misses: no tap here pauses its alarm. */
function MissedAnswers({ deviceId, missed }: { deviceId: string; missed: Missed }) {
  return (
    <div className={styles.actions}>
      <a className={styles.call} href="tel:110">
        {missedAnswers.call}
      </a>
      <ButtonLink kind="danger" to={addressOfCase(deviceId)}>
        {missedAnswers.police}
      </ButtonLink>
      <ButtonLink kind="secondary" to={addressOfCase(deviceId)}>
        {missedAnswers.over[missed.stated]}
      </ButtonLink>
    </div>
  )
}

function Answers({ vehicle: { deviceId } }: { vehicle: VehicleState }) {
  const { isPending, ride } = useRide(deviceId, changed, onError)
  return (
    <div className={styles.actions}>
      <Button kind="secondary" busy={isPending} onClick={ride}>
        {texts.mine}
      </Button>
      <ButtonLink kind="danger" to={trackingOf(deviceId)}>
        {texts.where}
      </ButtonLink>
      <a className={styles.call} href="tel:110">
        {texts.notMine}
      </a>
    </div>
  )
}

function RideOff({ vehicle: { deviceId, season }, now }: { vehicle: VehicleState; now: Date }) {
  const outOfSeason = outOfSeasonInWords(season, now)
  return (
    <div className={styles.actions}>
      <RideButton deviceId={deviceId} isPaused={false} />
      {outOfSeason !== null && <p className={styles.hint}>{outOfSeason}</p>}
      <p className={styles.hint}>
        {texts.rideHint} <Link to={trackingOf(deviceId, 'alarm')}>{texts.otherPauses}</Link>
      </p>
    </div>
  )
}
