import { useId } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { inOrder } from '#domain/vehicles/vehicle-order.ts'
import styles from './DeviceChips.module.css'
import { trackingTexts } from './texts.ts'
import { labelAmong } from '#web/shared/devices/device-label.ts'
import { toneOf } from '#web/texts/vehicle-states.ts'

interface DeviceChipsProps {
  devices: readonly Device[]
  /** As far as they are known. Null while they are asked for: the chips wait for their order, lest they move under a thumb. */
  states: readonly VehicleState[] | null
  chosen: Device
  onChoose(deviceId: string): void
}

/** One's own devices, of which one is shown. */
export function DeviceChips({ devices, states, chosen, onChoose }: DeviceChipsProps) {
  const name = useId()
  if (states === null) return <div className={styles.chips} />
  const stateOf = ({ id }: Device) => states.find(({ deviceId }) => deviceId === id)
  return (
    <div className={styles.chips} role="radiogroup" aria-label={trackingTexts.device.label}>
      {inOrder(devices, stateOf).map((device) => (
        <label key={device.id} className={styles.chip}>
          <input
            type="radio"
            name={name}
            value={device.id}
            className={styles.radio}
            checked={device.id === chosen.id}
            onChange={() => onChoose(device.id)}
          />
          <StateDot vehicle={stateOf(device)} />
          <span className={styles.name}>{labelAmong(device, devices)}</span>
        </label>
      ))}
    </div>
  )
}

/** What stands out about a vehicle: a colour, a shape, and words for those who see neither. */
function StateDot({ vehicle }: { vehicle: VehicleState | undefined }) {
  const tone = vehicle && toneOf(vehicle)
  return (
    <>
      <span className={styles.dot} data-tone={tone} aria-hidden="true" />
      {tone !== undefined && <span className="visually-hidden">{trackingTexts.device.tones[tone]}:</span>}
    </>
  )
}
