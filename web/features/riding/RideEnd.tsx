import { Button } from '#web/kit/Button.tsx'
import { PlainList } from '#web/kit/PlainList.tsx'
import { clock } from '#web/kit/clock.ts'
import { formatTime, oClock } from '#web/kit/formats.ts'
import { Section } from '#web/kit/Section.tsx'
import type { RideView } from './ride.ts'
import styles from './RideEnd.module.css'
import { ridingTexts } from './texts.ts'
import { isVotable } from './use-vote.ts'
import { VoteButtons } from './VoteButtons.tsx'
import { nameOf, shownDistance, shownWeather, standingOf } from './wording.ts'

const texts = ridingTexts.after

/** After the ride: what was told, to confirm or deny. It is kept nowhere. */
export function RideEnd({ view, endedAt, onAgain }: { view: RideView; endedAt: number; onAgain(): void }) {
  const [from, to] = [view.startedAt, endedAt].map((at) => oClock(formatTime(clock.at(at))))
  return (
    <Section
      title={texts.title}
      lead={`${texts.camerasOff(from ?? '', to ?? '')} ${texts.kept}`}
      action={
        <Button kind="secondary" onClick={onAgain}>
          {texts.again}
        </Button>
      }
    >
      {view.told.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <PlainList gap={3} aria-label={texts.list}>
          {view.told.map(({ hazard, at, metres, reasons }) => (
            <li key={`${hazard.id} ${at}`} className={styles.entry}>
              <p className={styles.name}>
                {nameOf({ hazard, reasons })}
                {standingOf(hazard) !== null && ` (${standingOf(hazard)})`}
              </p>
              <p className={styles.detail}>{texts.told(oClock(formatTime(clock.at(at))), shownDistance(metres))}</p>
              {isVotable(hazard) ? (
                <VoteButtons hazard={hazard} metres={null} />
              ) : (
                <p className={styles.detail}>{texts.ofSource}</p>
              )}
            </li>
          ))}
        </PlainList>
      )}
      {view.toldWeather.length > 0 && (
        <PlainList gap={3} aria-label={texts.weather}>
          {view.toldWeather.map((told) => (
            <li key={told.area.id} className={styles.entry}>
              <p className={styles.name}>{shownWeather(told)}</p>
              <p className={styles.detail}>{oClock(formatTime(clock.at(told.at)))}</p>
            </li>
          ))}
        </PlainList>
      )}
    </Section>
  )
}
