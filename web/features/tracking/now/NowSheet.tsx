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
import { Badge } from '#web/ui/text/Badge.tsx'
import { MapZoomButtons } from '#web/ui/controls/MapZoom.tsx'
import { Place } from '#web/shared/places/Place.tsx'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { batteryInWords, motionInWords, outOfSeasonInWords, suspicionOf } from '#web/texts/vehicle-states.ts'
import { icon } from '#web/ui/pictures/icons.tsx'

const HistoryIcon = icon(
  <>
    <circle cx="6" cy="18.5" r="2" />
    <circle cx="18" cy="5.5" r="2" />
    <path d="M8 18.5h7.5a3.5 3.5 0 0 0 0-7h-7a3 3 0 0 1 0-6H16" />
  </>,
)
const TheftIcon = icon(
  <path d="M12 3 4.5 6v5.5c0 4.6 3.1 7.8 7.5 9.5 4.4-1.7 7.5-4.9 7.5-9.5V6zM12 8.5v4.5M12 16v.1" />,
)

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
