import { type KeyboardEvent, useMemo, useSyncExternalStore } from 'react'
import { lastFixBy, type ReplayTrack } from '#domain/track/replay.ts'
import { replayPaces } from '#domain/track/replay-pace.ts'
import { historyTexts } from './texts.ts'
import type { Playback } from './playback.ts'
import styles from './Replay.module.css'
import { Scrubber } from './Scrubber.tsx'
import { formatExactTime, formatNumber } from '#web/kit/formats.ts'
import { Check } from '#web/kit/Check.tsx'
import { Select } from '#web/kit/Select.tsx'

interface ReplayProps {
  playback: Playback
  track: ReplayTrack
  /** km/h at each fix of the track. */
  speeds: readonly (number | null)[]
  /** From when to when, in milliseconds. */
  span: readonly [from: number, to: number]
  follow: boolean
  onFollow(follow: boolean): void
}

const texts = historyTexts.replay

/** Replays the ride, docked to its map: by button and scrubber, or by keyboard from anywhere inside. */
export function Replay({ playback, track, speeds, span, follow, onFollow }: ReplayProps) {
  const { moment, playing, pace } = useSyncExternalStore(playback.subscribe, playback.current)
  const shown = moment ?? span[0]
  const { time, speed } = useMemo(() => momentInWords(track, speeds, shown), [track, speeds, shown])
  return (
    <div className={styles.replay} role="group" aria-label={texts.title} onKeyDown={(event) => steer(event, playback)}>
      <button
        type="button"
        className={styles.play}
        aria-label={playing ? texts.pause : texts.play}
        onClick={playback.toggle}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={playing ? 'M6 4h4v16H6zM14 4h4v16h-4z' : 'M7 3.5v17l14-8.5z'} />
        </svg>
      </button>
      <Scrubber
        {...{ playback, track, speeds, span }}
        moment={shown}
        words={speed === null ? time : texts.at(time, speed)}
      />
      <div className={styles.told}>
        <p className={styles.moment}>
          {speed !== null && <strong className={styles.speed}>{speed}</strong>} <span>{time}</span>
        </p>
        <Select
          className={styles.pace}
          aria-label={texts.pace}
          title={texts.paceHint}
          value={String(pace)}
          onChange={(event) => {
            const wanted = replayPaces.find((each) => String(each) === event.currentTarget.value)
            if (wanted !== undefined) playback.setPace(wanted)
          }}
        >
          {replayPaces.map((each) => (
            <option key={each} value={each}>
              {texts.paces[each]}
            </option>
          ))}
        </Select>
        <Check checked={follow} onChange={(event) => onFollow(event.currentTarget.checked)}>
          {texts.follow}
        </Check>
      </div>
      <p className={styles.keys}>{texts.keys}</p>
    </div>
  )
}

function momentInWords({ times }: ReplayTrack, speeds: readonly (number | null)[], moment: number) {
  const kmh = speeds[Math.max(0, lastFixBy(times, moment))] ?? null
  return {
    time: formatExactTime(new Date(moment)),
    speed: kmh === null ? null : historyTexts.chart.kmh(formatNumber(kmh)),
  }
}

/** Space plays and stops, the arrows step from fix to fix; a control that has its own use for a key keeps it. */
function steer(event: KeyboardEvent, playback: Playback): void {
  const { target, key } = event
  if (target instanceof HTMLSelectElement) return
  const isSlider = target instanceof HTMLInputElement && target.type === 'range'
  const direction = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (direction === 1 || direction === -1) playback.step(direction)
  else if (key === ' ' && isSlider) playback.toggle()
  else return
  event.preventDefault()
}
