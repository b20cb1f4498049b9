import { useId } from 'react'
import type { ProductConfig } from '#contract/config.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { addressOf } from './addresses.ts'
import { GuardButtons } from './GuardButtons.tsx'
import { vehicleTexts as texts } from './texts.ts'
import styles from './VehicleCard.module.css'
import { Badge } from '#web/ui/text/Badge.tsx'
import { surface } from '#web/ui/layout/Card.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { useKeptFocus } from '#web/browser/kept-focus.ts'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { Place } from '#web/shared/places/Place.tsx'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { TapWaits } from '#web/shared/devices/TapWaits.tsx'
import { PlacePicture, streetZoom } from '#web/map/pictures/PlacePicture.tsx'
import { headlineOf, sentenceOf, toneOf } from '#web/texts/vehicle-states.ts'
import { Link } from '#web/ui/controls/Link.tsx'

interface VehicleCardProps {
  vehicle: VehicleState
  basemap: ProductConfig['map'] | null
  now: Date
  /** The query that all of it is from: without a connection the card says how old it is. */
  answered: { dataUpdatedAt: number }
}

/** The vehicle: where it is, how it is, and what is to be done with its alarm, in one tap. */
export function VehicleCard({ vehicle, basemap, now, answered }: VehicleCardProps) {
  const titleId = useId()
  const region = useKeptFocus<HTMLElement>()
  return (
    <article
      ref={region}
      className={classes(surface, styles.card)}
      aria-labelledby={titleId}
      data-tone={toneOf(vehicle)}
    >
      <WhereItIs vehicle={vehicle} basemap={basemap} />
      <div className={styles.body}>
        <div className={styles.names}>
          <h2 id={titleId} className={styles.name}>
            <Link to={addressOf(vehicle)} className={styles.link}>
              {vehicle.deviceName}
            </Link>
          </h2>
          {vehicle.vehiclePlate !== null && <Plate text={vehicle.vehiclePlate} />}
        </div>
        <HowItIs vehicle={vehicle} now={now} />
        <DataAge of={answered} />
        <TapWaits deviceId={vehicle.deviceId} />
        <GuardButtons vehicle={vehicle} now={now} />
      </div>
    </article>
  )
}

/** The picture leads where the name beside it leads: one link is enough for keyboards and screen readers. */
function WhereItIs({ vehicle, basemap }: Pick<VehicleCardProps, 'vehicle' | 'basemap'>) {
  if (vehicle.position === null) return null
  return (
    <Link to={addressOf(vehicle)} className={styles.place} aria-hidden="true" tabIndex={-1}>
      <PlacePicture place={vehicle.position} zoom={streetZoom} basemap={basemap} alarming={isAlarming(vehicle)} />
    </Link>
  )
}

function HowItIs({ vehicle, now }: Pick<VehicleCardProps, 'vehicle' | 'now'>) {
  const { position } = vehicle
  const headline = headlineOf(vehicle, now)
  return (
    <div>
      {headline !== null && (
        <p className={styles.question} role="alert">
          {headline}
        </p>
      )}
      {position !== null && <Place name={vehicle.placeName} at={position} accuracy={position.accuracy} />}
      <p className={styles.sentence}>
        <span className={styles.lamp} aria-hidden="true" />
        {sentenceOf(vehicle, now)}
      </p>
      <p className={styles.age}>
        {position === null ? texts.noPosition : texts.positionFrom(position.recordedAt, now)}
        {vehicle.demo && <Badge>{texts.sample}</Badge>}
      </p>
    </div>
  )
}

function isAlarming(vehicle: VehicleState): boolean {
  const tone = toneOf(vehicle)
  return tone === 'help' || tone === 'suspicion' || tone === 'stolen'
}
