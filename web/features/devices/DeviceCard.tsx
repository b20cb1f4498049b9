import { IconCar, IconMotorbike } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Device } from '#contract/devices.ts'
import { joinVehicle } from '#domain/vehicle.ts'
import { Badge } from '#web/kit/Badge.tsx'
import { Button } from '#web/kit/Button.tsx'
import { ClockCorrection } from '#web/kit/ClockCorrection.tsx'
import { formatImei } from '#web/kit/formats.ts'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { lossInWords } from '#web/kit/loss-words.ts'
import styles from './DeviceCard.module.css'
import { DeviceName } from './DeviceName.tsx'
import { DeviceOffer } from './DeviceOffer.tsx'
import { EditDeviceDialog } from './EditDeviceDialog.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { RemoveDeviceDialog } from './RemoveDeviceDialog.tsx'
import { licenceState } from './licence-words.ts'
import { signOfLife } from './sign-of-life.ts'
import { supplyInWords } from './supply.ts'
import { cardTexts, pageTexts, usageNames } from './texts.ts'

interface DeviceCardProps {
  device: Device
  now: Date
  /** The device has left the account: the focus needs a place to go. */
  onGone: () => void
}

/** One device: what it is, whether it lives, what it may do. */
export function DeviceCard({ device, now, onGone }: DeviceCardProps) {
  const titleId = useId()
  const region = useKeptFocus<HTMLElement>()
  const Picture = device.usageType === 'MOTORRAD' ? IconMotorbike : IconCar
  const vehicle = joinVehicle(device)
  return (
    <article ref={region} className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <span className={styles.picture} role="img" aria-label={usageNames[device.usageType]}>
          <Picture size={28} stroke={1.75} aria-hidden="true" />
        </span>
        <div className={styles.names}>
          <DeviceName device={device} titleId={titleId} />
          <p className={styles.vehicle}>{vehicle === '' ? cardTexts.noVehicle : vehicle}</p>
        </div>
        {(device.vehiclePlate !== null || device.demo) && (
          <div className={styles.marks}>
            {device.demo && <Badge>{pageTexts.demo}</Badge>}
            {device.vehiclePlate !== null && <Plate text={device.vehiclePlate} />}
          </div>
        )}
      </div>
      <div className={styles.body}>
        <States device={device} now={now} />
        <Facts device={device} />
      </div>
      {device.offer !== null && <DeviceOffer device={device} offer={device.offer} />}
      <Actions device={device} onGone={onGone} />
    </article>
  )
}

/** A number plate, as it hangs on the vehicle. */
function Plate({ text }: { text: string }) {
  return (
    <span className={styles.plate}>
      <span className="visually-hidden">{cardTexts.plate} </span>
      {text}
    </span>
  )
}

function States({ device, now }: { device: Device; now: Date }) {
  const { state, words, detail } = licenceState(device, now)
  const states = [
    signOfLife(device, now),
    ...(device.loss === null ? [] : [{ state: 'lost', ...lossInWords(device.loss) }]),
    ...supplyInWords(device, now),
    { state, words, advice: detail },
  ]
  return (
    <ul className={styles.states}>
      {states.map((one) => (
        <li key={one.state} className={styles.state} data-state={one.state}>
          <span className={styles.lamp} aria-hidden="true" />
          <div>
            <p className={styles.words}>{one.words}</p>
            {one.advice !== null && <p className={styles.advice}>{one.advice}</p>}
            {one.state === 'lost' && <ClockCorrection device={device} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Facts({ device }: { device: Device }) {
  return (
    <dl className={styles.facts}>
      <dt>{cardTexts.model}</dt>
      <dd>{device.deviceModel}</dd>
      <dt>{cardTexts.imei}</dt>
      <dd className={styles.imei}>{formatImei(device.imei)}</dd>
      <dt>{cardTexts.position}</dt>
      <dd>{device.hasPosition ? cardTexts.hasPosition : cardTexts.hasNoPosition}</dd>
      {device.notes !== null && (
        <>
          <dt>{cardTexts.notes}</dt>
          <dd className={styles.notes}>{device.notes}</dd>
        </>
      )}
    </dl>
  )
}

function Actions({ device, onGone }: { device: Device; onGone: () => void }) {
  const [dialog, setDialog] = useState<'edit' | 'hand over' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const named = (action: string) => cardTexts.ofDevice(action, device.deviceName)
  return (
    <div className={styles.actions}>
      <Button kind="secondary" aria-label={named(cardTexts.edit)} onClick={() => setDialog('edit')}>
        {cardTexts.edit}
      </Button>
      <Button kind="quiet" aria-label={named(cardTexts.handOver)} onClick={() => setDialog('hand over')}>
        {cardTexts.handOver}
      </Button>
      <Button kind="quiet" aria-label={named(cardTexts.remove)} onClick={() => setDialog('remove')}>
        {cardTexts.remove}
      </Button>
      <EditDeviceDialog device={device} opened={dialog === 'edit'} onClose={close} />
      <HandOverDialog device={device} opened={dialog === 'hand over'} onClose={close} />
      <RemoveDeviceDialog device={device} opened={dialog === 'remove'} onClose={close} onGone={onGone} />
    </div>
  )
}
