import { type ReactNode, useState } from 'react'
import type { Hazard } from '#domain/riding/hazards.ts'
import { useWaitingVote } from '#web/api/offline/outbox.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { clock } from '#web/browser/clock.ts'
import { formatTime, oClock } from '#web/texts/formats.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import { surface } from '#web/ui/layout/Card.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import type { RideView } from './ride.ts'
import styles from './RideEnd.module.css'
import { ridingTexts } from './texts.ts'
import { isVotable } from './use-vote.ts'
import { VoteButtons } from './VoteButtons.tsx'
import { nameOf, shownDistance, shownWeather, standingOf } from './wording.ts'

const texts = ridingTexts.after

/** After the ride: what was told, and what lay on the way untold, to confirm or deny. It is kept nowhere. */
export function RideEnd({ view, endedAt, onAgain }: { view: RideView; endedAt: number; onAgain(): void }) {
  const { told, missed, toldWeather, startedAt } = view
  return (
    <>
      <Section
        title={texts.title}
        lead={`${texts.camerasOff(timeOf(startedAt), timeOf(endedAt))} ${texts.kept}`}
        action={
          <Button kind="secondary" onClick={onAgain}>
            {texts.again}
          </Button>
        }
      >
        {told.length === 0 && missed.length === 0 && <p>{texts.none}</p>}
        {told.length > 0 && (
          <PlainList gap={3} aria-label={texts.list}>
            {told.map(({ hazard, at, metres, reasons }) => (
              <Entry key={`${hazard.id} ${at}`} hazard={hazard} name={nameOf({ hazard, reasons })}>
                {texts.told(timeOf(at), shownDistance(metres))}
              </Entry>
            ))}
          </PlainList>
        )}
        {toldWeather.length > 0 && (
          <PlainList gap={3} aria-label={texts.weather}>
            {toldWeather.map((told) => (
              <li key={told.area.id} className={classes(surface, styles.entry)}>
                <p className={styles.name}>{shownWeather(told)}</p>
                <p className={styles.detail}>{timeOf(told.at)}</p>
              </li>
            ))}
          </PlainList>
        )}
      </Section>
      {missed.length > 0 && (
        <Section title={texts.missed} lead={texts.missedLead}>
          <PlainList gap={3} aria-label={texts.missed}>
            {missed.map(({ hazard, at }) => (
              <Entry key={hazard.id} hazard={hazard} name={nameOf({ hazard, reasons: null })}>
                {texts.passed(timeOf(at))}
              </Entry>
            ))}
          </PlainList>
        </Section>
      )}
    </>
  )
}

const timeOf = (at: number) => oClock(formatTime(clock.at(at)))

/** A hazard of the ride, and what its rider can say of it. */
function Entry({ hazard, name, children }: { hazard: Hazard; name: string; children: ReactNode }) {
  const standing = standingOf(hazard)
  return (
    <li className={classes(surface, styles.entry)}>
      <p className={styles.name}>
        {name}
        {standing !== null && ` (${standing})`}
      </p>
      <p className={styles.detail}>{children}</p>
      <Answer hazard={hazard} />
    </li>
  )
}

/** What a rider can say of a hazard, or has said: once, also where the answer had to wait. */
function Answer({ hazard }: { hazard: Hazard }) {
  const waiting = useWaitingVote(hazard.id)
  const [waited, setWaited] = useState(false)
  if (waiting !== null && !waited) setWaited(true)
  if (!isVotable(hazard)) return <p className={styles.detail}>{texts.ofSource}</p>
  if (!waited) return <VoteButtons hazard={hazard} metres={null} />
  return (
    <p className={styles.detail} role="status">
      {waiting === null ? ridingTexts.thanks : texts.waits(waiting.confirms ? ridingTexts.there : ridingTexts.gone)}
    </p>
  )
}
