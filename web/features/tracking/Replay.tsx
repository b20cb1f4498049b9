import { type KeyboardEvent, useMemo, useSyncExternalStore } from 'react'
import { NativeSelect } from '@mantine/core'
import '#web/kit/inputs.css'
import { lastFixBy, type ReplayTrack } from '#domain/replay.ts'
import { historyTexts } from './history-texts.ts'
import { type Playback, playbackRates } from './playback.ts'
import styles from './Replay.module.css'
import { Button } from '#web/kit/Button.tsx'
import { formatExactTime, formatNumber } from '#web/kit/formats.ts'

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

/** Plays the ride again: by button and slider, or by keyboard from anywhere in here. */
export function Replay({ playback, track, speeds, span: [from, to], follow, onFollow }: ReplayProps) {
  const { moment, playing, rate } = useSyncExternalStore(playback.subscribe, playback.current)
  const shown = moment ?? from
  const told = useMemo(() => momentInWords(track, speeds, shown), [track, speeds, shown])
  return (
    <div className={styles.replay} role="group" aria-label={texts.title} onKeyDown={(event) => steer(event, playback)}>
      <div className={styles.time}>
        <input
          type="range"
          className={styles.slider}
          aria-label={texts.slider}
          aria-valuetext={told}
          min={from}
          max={to}
          step={1000}
          value={shown}
          onChange={(event) => playback.seek(event.currentTarget.valueAsNumber)}
        />
        <p className={styles.told}>{told}</p>
      </div>
      <Button kind="secondary" onClick={playback.toggle}>
        {playing ? texts.pause : texts.play}
      </Button>
      <NativeSelect
        className={styles.rate}
        aria-label={texts.rate}
        value={String(rate)}
        data={playbackRates.map((each) => ({ value: String(each), label: texts.times(formatNumber(each)) }))}
        onChange={(event) => {
          const wanted = playbackRates.find((each) => String(each) === event.currentTarget.value)
          if (wanted !== undefined) playback.setRate(wanted)
        }}
      />
      <label className={styles.follow}>
        <input type="checkbox" checked={follow} onChange={(event) => onFollow(event.currentTarget.checked)} />
        {texts.follow}
      </label>
      <p className={styles.keys}>{texts.keys}</p>
    </div>
  )
}

function momentInWords({ times }: ReplayTrack, speeds: readonly (number | null)[], moment: number): string {
  const kmh = speeds[Math.max(0, lastFixBy(times, moment))] ?? null
  const time = formatExactTime(new Date(moment))
  return kmh === null ? time : texts.at(time, formatNumber(kmh))
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
