import type { ReactNode } from 'react'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { GuardAction } from './GuardAction.tsx'
import styles from './NowSheet.module.css'
import type { NowLinks } from './now-links.ts'
import { stateBadge } from './now-words.ts'
import { HelpSheet } from './HelpSheet.tsx'
import { MissedSheet } from './MissedSheet.tsx'
import { SuspicionSheet } from './SuspicionSheet.tsx'
import { trackingTexts } from '../texts.ts'
import { ThumbLink } from './ThumbLink.tsx'
import { HistoryIcon, TheftIcon } from './thumb-icons.tsx'
import { Badge } from '#web/ui/text/Badge.tsx'
import { MapZoomButtons } from '#web/ui/controls/MapZoom.tsx'
import { Place } from '#web/shared/places/Place.tsx'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { batteryInWords, motionInWords, outOfSeasonInWords, suspicionOf } from '#web/texts/vehicle-states.ts'

interface NowSheetProps {
  vehicle: VehicleState
  now: Date
  links: NowLinks
  /** Reports the vehicle as stolen. */
  stolen: ReactNode
  /** How old all of this is, where it cannot be fetched again, and which of its owner's taps wait. */
  age: ReactNode
}

const texts = trackingTexts.now

/** What is with the vehicle in one sentence and one state, and what its owner does about it, in reach of the thumb. */
export function NowSheet({ vehicle, now, links, stolen, age }: NowSheetProps) {
  const { callForHelp, condition, vehiclePlate, position } = vehicle
  const place = position && (
    <div className={styles.head}>
      <Place name={vehicle.placeName} at={position} accuracy={position.accuracy} />
      <MapZoomButtons />
    </div>
  )
  const suspicion = suspicionOf(vehicle)
  if (callForHelp !== null) return <HelpSheet {...{ vehicle, call: callForHelp, now, place, age }} />
  if (suspicion !== null) {
    return <SuspicionSheet {...{ vehicle, suspicion, now, stolen, place, age }} />
  }
  if (condition.kind === 'MISSED') return <MissedSheet {...{ vehicle, missed: condition, now, links, place, age }} />
  const badge = stateBadge(vehicle, now)
  const battery = batteryInWords(vehicle.battery)
  const outOfSeason = outOfSeasonInWords(vehicle.season, now)
  return (
    <section className={styles.sheet} aria-label={texts.sheet}>
      {place}
      <div className={styles.words} role="status">
        <p className={styles.sentence}>{capitalised(motionInWords(vehicle.motion, now))}</p>
        {vehiclePlate !== null && <Plate text={vehiclePlate} />}
        <p className={styles.state}>
          <Badge kind={badge.kind}>{badge.name}</Badge>
          {battery !== null && <span className={styles.battery}>{battery}</span>}
        </p>
        {outOfSeason !== null && <p className={styles.season}>{outOfSeason}</p>}
      </div>
      {age}
      <GuardAction vehicle={vehicle} links={links} />
      <div className={styles.thumbs}>
        <ThumbLink to={links.rides} icon={<HistoryIcon />}>
          {texts.rides}
        </ThumbLink>
        <ThumbLink to={links.dossier} icon={<TheftIcon />}>
          {texts.theft}
        </ThumbLink>
      </div>
    </section>
  )
}

function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase('de') + words.slice(1)
}
