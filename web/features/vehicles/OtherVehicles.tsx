import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { addressOf } from './addresses.ts'
import { RowButton } from './GuardButtons.tsx'
import { vehicleTexts as texts } from './texts.ts'
import styles from './VehicleCard.module.css'
import { surface } from '#web/ui/layout/Card.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { TapWaits } from '#web/shared/devices/TapWaits.tsx'
import { headlineOf, sentenceOf, toneOf } from '#web/texts/vehicle-states.ts'
import { Link } from '#web/ui/controls/Link.tsx'

/** One's other vehicles, a line each, which leads to them, and the one tap before a ride. */
export function OtherVehicles({ vehicles, now }: { vehicles: readonly VehicleState[]; now: Date }) {
  if (vehicles.length === 0) return null
  return (
    <nav aria-label={texts.others}>
      <PlainList gap={2}>
        {vehicles.map((vehicle) => (
          <li key={vehicle.deviceId} className={classes(surface, styles.row)} data-tone={toneOf(vehicle)}>
            <Link to={addressOf(vehicle)} className={styles.rowLink}>
              <span className={styles.rowName}>{vehicle.deviceName}</span>
              {vehicle.vehiclePlate !== null && <Plate text={vehicle.vehiclePlate} />}
              <span className={styles.rowState}>
                <span className={styles.lamp} aria-hidden="true" />
                {[headlineOf(vehicle, now) ?? sentenceOf(vehicle, now), vehicle.placeName]
                  .filter((words) => words !== null && words !== undefined)
                  .join(' · ')}
              </span>
            </Link>
            <RowButton vehicle={vehicle} />
            <TapWaits deviceId={vehicle.deviceId} />
          </li>
        ))}
      </PlainList>
    </nav>
  )
}
