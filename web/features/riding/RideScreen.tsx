import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { isPassed, type ShownWarning } from '#domain/riding/shown-warnings.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { clock, useNow } from '#web/browser/clock.ts'
import { formatNumber, formatTime } from '#web/texts/formats.ts'
import { icon } from '#web/ui/pictures/icons.tsx'
import { DangerSign } from '#web/ui/pictures/road-signs.tsx'
import { Notices } from './Notices.tsx'
import type { RideView, RunningRide } from './ride.ts'
import styles from './RideScreen.module.css'
import { ridingTexts as texts, sideNames } from './texts.ts'
import { useAwake } from './use-awake.ts'
import { isVotable } from './use-vote.ts'
import { VoteButtons } from './VoteButtons.tsx'
import { shownDistance, shownName, shownWeather, standingOf } from './wording.ts'

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
  const [first, ...others] = view.shown
  const isFast = (view.speedKmh ?? 0) > ridingLimits.tapKmh
  const voted = view.shown.find(({ hazard }) => isVotable(hazard))
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      data-light={lightOf(view)}
      // Recomputes the colours here, where another light than the page's is chosen (tokens.css).
      data-brand="wegwarte"
      aria-label={texts.screen}
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles.column}>
        <p className={styles.head}>
          <span>{texts.camerasOff(formatTime(clock.at(view.startedAt)))}</span> <Clock />
        </p>
        <Notices view={view} isAwake={isAwake} />
        {first === undefined ? <NoWarning view={view} /> : <LargeWarning warning={first} />}
        <NextWarnings shown={others} />
        {view.weather !== null && <p className={styles.weather}>{shownWeather(view.weather)}</p>}
        {first !== undefined && <Speed view={view} />}
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

/** The distance first: at speed it is the one thing that is read. */
function LargeWarning({ warning }: { warning: ShownWarning }) {
  const { hazard, metres } = warning
  const standing = standingOf(hazard)
  return (
    <section className={styles.large} data-passed={isPassed(warning) || undefined}>
      {isPassed(warning) ? (
        <p className={styles.distance}>{texts.passed}</p>
      ) : (
        <p className={styles.distance}>
          {shownDistance(metres)} <Direction side={warning.side} />
        </p>
      )}
      <h2 className={styles.name}>
        <DangerSign className={styles.picture} />
        {shownName(warning)}
      </h2>
      {warning.reasons?.isSure === false && <p className={styles.standing}>{texts.notKnownWhether}</p>}
      {standing !== null && <p className={styles.standing}>{standing}</p>}
    </section>
  )
}

const arrows: Record<ShownWarning['side'], ReturnType<typeof icon>> = {
  left: icon(<path d="M20 12H4m6-6-6 6 6 6" />),
  right: icon(<path d="M4 12h16m-6-6 6 6-6 6" />),
  ahead: icon(<path d="M12 20V4m-6 6 6-6 6 6" />),
  bend: icon(<path d="M6 20v-4a8 8 0 0 1 8-8h6m-5-5 5 5-5 5" />),
}

function Direction({ side }: { side: ShownWarning['side'] }) {
  const Arrow = arrows[side]
  return (
    <>
      <Arrow className={styles.arrow} />
      <span className="visually-hidden">{sideNames[side]}</span>
    </>
  )
}

/** Nothing lies ahead: the speed, and whether anything is watched at all. */
function NoWarning({ view }: { view: RideView }) {
  return (
    <section className={styles.free}>
      <Speed view={view} />
      <h2 className={styles.quiet}>{quietWords(view)}</h2>
    </section>
  )
}

function quietWords({ reception, knowledge }: RideView): string {
  if (reception === 'searching') return texts.notYet
  if (reception !== 'good' && reception !== 'rough') return texts.noWarnings
  if (knowledge.asOf !== null) return texts.noHazard
  return knowledge.isOld ? texts.noWarnings : texts.notYet
}

function Speed({ view: { speedKmh } }: { view: RideView }) {
  return (
    <p className={styles.speed}>
      <span className={styles.number}>{speedKmh === null ? texts.noSpeed : formatNumber(Math.round(speedKmh))}</span>{' '}
      {texts.kmh}
    </p>
  )
}

function Clock() {
  const now = useNow(secondMs)
  return <time dateTime={now.toISOString()}>{formatTime(now)}</time>
}

function NextWarnings({ shown }: { shown: readonly ShownWarning[] }) {
  const next = shown.filter((warning) => !isPassed(warning)).slice(0, shownNext)
  if (next.length === 0) return null
  return (
    <PlainList gap={2} aria-label={texts.next}>
      {next.map((warning) => (
        <li key={warning.hazard.id} className={styles.small}>
          <span className={styles.nextDistance}>
            {shownDistance(warning.metres)} <Direction side={warning.side} />
          </span>
          <span>{shownName(warning)}</span>
        </li>
      ))}
    </PlainList>
  )
}

const shownNext = 2
