import { type KeyboardEvent, type ReactNode, useId, useMemo, useSyncExternalStore } from 'react'
import { berlinDay } from '#domain/time/time.ts'
import { lastFixBy, type ReplayTrack } from '#domain/track/replay.ts'
import { momentAt } from '#domain/track/riding-time.ts'
import { historyTexts } from '../texts.ts'
import { type Playable, type Playback, paces } from './playback.ts'
import styles from './Replay.module.css'
import { Scrubber } from './Scrubber.tsx'
import { formatDayTime, formatNumber, formatTime } from '#web/texts/formats.ts'

interface ReplayProps {
  playback: Playback
  playable: Playable
  track: ReplayTrack
  /** km/h at each fix of the track. */
  speeds: readonly (number | null)[]
  /** Somebody begins to watch. */
  onPlay?(): void
}

const texts = historyTexts.replay

/** Replays the ride, docked to its map: by button and scrubber, or by keyboard from anywhere inside. */
export function Replay({ playback, playable, track, speeds, onPlay }: ReplayProps) {
  const { moment, playing } = useSyncExternalStore(playback.subscribe, playback.current)
  const shown = moment ?? momentAt(playable.riding, 0)
  const { time, speed } = useMemo(() => momentInWords(track, speeds, playable, shown), [track, speeds, playable, shown])
  const words = speed === null ? time : texts.at(speed, time)
  const press = () => {
    if (!playing) onPlay?.()
    playback.toggle()
  }
  return (
    <div className={styles.replay} role="group" aria-label={texts.title} onKeyDown={(event) => steer(event, playback)}>
      <button type="button" className={styles.play} aria-label={playing ? texts.pause : texts.play} onClick={press}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={playing ? 'M6 4h4v16H6zM14 4h4v16h-4z' : 'M7 3.5v17l14-8.5z'} />
        </svg>
      </button>
      <Scrubber {...{ playback, track, speeds, words }} riding={playable.riding} moment={shown} />
      <p className={styles.moment}>{words}</p>
      <PaceChoice playback={playback} />
      <p className={styles.keys}>{texts.keys}</p>
    </div>
  )
}

function PaceChoice({ playback }: { playback: Playback }): ReactNode {
  const { pace } = useSyncExternalStore(playback.subscribe, playback.current)
  const name = useId()
  return (
    <fieldset className={styles.paces} role="radiogroup" aria-label={texts.pace}>
      {paces.map((each) => (
        <label key={each} className={styles.pace}>
          <input type="radio" name={name} checked={each === pace} onChange={() => playback.setPace(each)} />
          {texts.paces(formatNumber(each))}
        </label>
      ))}
    </fieldset>
  )
}

/** Of several days, the moment with its day. */
function momentInWords(
  { times }: ReplayTrack,
  speeds: readonly (number | null)[],
  { from, to }: Playable,
  moment: number,
) {
  const kmh = speeds[Math.max(0, lastFixBy(times, moment))] ?? null
  const [start, end, at] = [new Date(from), new Date(to), new Date(moment)]
  const isOneDay = berlinDay(start.toISOString()) === berlinDay(end.toISOString())
  return {
    time: isOneDay ? formatTime(at) : formatDayTime(at),
    speed: kmh === null ? null : historyTexts.chart.kmh(formatNumber(kmh)),
  }
}

/** Space plays and stops, the arrows step from fix to fix; a control that has its own use for a key keeps it. */
function steer(event: KeyboardEvent, playback: Playback): void {
  const { target, key } = event
  if (target instanceof HTMLInputElement && target.type === 'radio') return
  const isSlider = target instanceof HTMLInputElement
  const direction = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (direction === 1 || direction === -1) playback.step(direction)
  else if (key === ' ' && isSlider) playback.toggle()
  else return
  event.preventDefault()
}
