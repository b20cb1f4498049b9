import type { ReactNode } from 'react'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import styles from './NowSheet.module.css'
import type { NowLinks } from './now-links.ts'
import { trackingTexts } from '../texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { type Missed, missedAnswers, missedInWords, sentenceOf } from '#web/texts/vehicle-states.ts'

interface MissedSheetProps {
  vehicle: VehicleState
  missed: Missed
  now: Date
  links: NowLinks
  /** Where it is; null where no position is stored. */
  place: ReactNode
  age: ReactNode
}

/** Of a vehicle that its owner misses: what it does, the police, and that it is back. Nothing here pauses its alarm. */
export function MissedSheet({ vehicle, missed, now, links, place, age }: MissedSheetProps) {
  return (
    <section className={styles.sheet} data-suspicion aria-label={trackingTexts.now.sheet}>
      {place}
      <div role="alert">
        <p className={styles.question}>{missedInWords(missed, now)}</p>
        <div className={styles.words}>
          <p>{sentenceOf(vehicle, now)}</p>
          {vehicle.vehiclePlate !== null && <Plate text={vehicle.vehiclePlate} />}
        </div>
      </div>
      {age}
      <Stack gap={2}>
        <a className={styles.call} href="tel:110">
          {missedAnswers.call}
        </a>
        <ButtonLink wide kind="secondary" size="large" to={links.dossier}>
          {missedAnswers.police}
        </ButtonLink>
        <ButtonLink wide kind="secondary" size="large" to={links.dossier}>
          {missedAnswers.over[missed.stated]}
        </ButtonLink>
      </Stack>
    </section>
  )
}
