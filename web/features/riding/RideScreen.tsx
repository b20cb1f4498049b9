import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ridingLimits } from '#contract/riding-limits.ts'
import { isPassed, type Sign } from '#domain/riding/signs.ts'
import { Button } from '#web/kit/Button.tsx'
import { PlainList } from '#web/kit/PlainList.tsx'
import { clock, useNow } from '#web/kit/clock.ts'
import { formatAgo, formatNumber, formatTime } from '#web/kit/formats.ts'
import { DangerSign } from '#web/kit/road-signs.tsx'
import type { RideView, RunningRide } from './ride.ts'
import styles from './RideScreen.module.css'
import { countryWords, receptionWords, ridingTexts as texts, sideNames, weatherStatusWords } from './texts.ts'
import { useAwake } from './use-awake.ts'
import { isVotable } from './use-vote.ts'
import { VoteButtons } from './VoteButtons.tsx'
import { nameOf, shownDistance, shownWeather, standingOf } from './wording.ts'

/** The ride: over everything else, so that nothing but it can be tapped. */
export function RideScreen({ ride, onEnd }: { ride: RunningRide; onEnd(): void }) {
  const view = useSyncExternalStore(ride.subscribe, ride.current, ride.current)
  const dialog = useRef<HTMLDialogElement>(null)
  const isAwake = useAwake()
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  const [first, ...others] = view.signs
  const isFast = (view.speedKmh ?? 0) > ridingLimits.tapKmh
  const voted = view.signs.find(({ hazard }) => isVotable(hazard))
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      data-light={lightOf(view)}
      // Has the colours made anew here, where another light than the page's is chosen (tokens.css).
      data-brand="wegwarte"
      aria-label={texts.screen}
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles.column}>
        <p className={styles.cameras}>{texts.camerasOff(formatTime(clock.at(view.startedAt)))}</p>
        {first === undefined ? <NoSign view={view} /> : <LargeSign sign={first} />}
        <NextSigns signs={others} />
        {view.weather !== null && <p className={styles.weather}>{shownWeather(view.weather)}</p>}
        <p className={styles.speed}>
          <span className={styles.number}>
            {view.speedKmh === null ? texts.noSpeed : formatNumber(Math.round(view.speedKmh))}
          </span>{' '}
          {texts.kmh}
        </p>
        <State view={view} isAwake={isAwake} />
        {voted !== undefined && <VoteButtons key={voted.hazard.id} hazard={voted.hazard} metres={voted.metres} />}
        <div className={styles.end}>
          {isFast ? (
            <p>{texts.endLater}</p>
          ) : (
            <Button kind="secondary" size="large" wide onClick={onEnd}>
              {texts.end}
            </Button>
          )}
        </div>
      </div>
    </dialog>
  )
}

/** By the sun; before the first position as the device is set. */
function lightOf({ isDay }: RideView): string | undefined {
  if (isDay === null) return undefined
  return isDay ? 'day' : 'night'
}

function LargeSign({ sign }: { sign: Sign }) {
  const { hazard, metres, side } = sign
  const standing = standingOf(hazard)
  return (
    <section className={styles.large} data-passed={isPassed(sign) || undefined}>
      <DangerSign className={styles.picture} />
      <h2 className={styles.name}>{nameOf(sign)}</h2>
      {sign.reasons?.isSure === false && <p className={styles.standing}>{texts.notKnownWhether}</p>}
      {standing !== null && <p className={styles.standing}>{standing}</p>}
      <p className={styles.distance}>
        {isPassed(sign) ? texts.passed : `${shownDistance(metres)} · ${sideNames[side]}`}
      </p>
    </section>
  )
}

function NoSign({ view: { reception, knowledge } }: { view: RideView }) {
  const isWatching = (reception === 'good' || reception === 'rough') && knowledge.asOf !== null
  return (
    <section className={styles.large}>
      <h2 className={styles.quiet}>{isWatching ? texts.noHazard : texts.notYet}</h2>
    </section>
  )
}

function NextSigns({ signs }: { signs: readonly Sign[] }) {
  const next = signs.filter((sign) => !isPassed(sign)).slice(0, shownNext)
  if (next.length === 0) return null
  return (
    <PlainList gap={2} aria-label={texts.next}>
      {next.map((sign) => (
        <li key={sign.hazard.id} className={styles.small}>
          <DangerSign className={styles.smallPicture} />
          <span>{nameOf(sign)}</span>
          <span>
            {shownDistance(sign.metres)} · {sideNames[sign.side]}
          </span>
        </li>
      ))}
    </PlainList>
  )
}

const shownNext = 2

/** What keeps warnings from coming, and what there is to know. */
function State({ view, isAwake }: { view: RideView; isAwake: boolean }) {
  const now = useNow(10_000)
  const { knowledge, reception, awayMs, country } = view
  const words = [
    receptionWords[reception],
    knowledge.isOld && knowledge.asOf === null && texts.nothingKnown,
    knowledge.isOld && knowledge.asOf !== null && texts.asOf(formatAgo(clock.at(knowledge.asOf), now)),
    awayMs > 0 && texts.away(awayMs / 1000),
    !isAwake && texts.noWakeLock,
    knowledge.truncated && texts.truncated,
    knowledge.asOf !== null && weatherStatusWords[knowledge.weather],
    country !== null && countryWords[country],
  ].filter((line) => typeof line === 'string')
  return (
    <div className={styles.state} role="status">
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
