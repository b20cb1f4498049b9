import { useEffect, useMemo, useRef } from 'react'
import { chosenDay, type StripDay, stripDays } from './day-strip.ts'
import styles from './DayStrip.module.css'
import type { RangeChoice } from './history-range.ts'
import { dayInWords } from './range-words.ts'
import { historyTexts } from '../texts.ts'

interface DayStripProps {
  /** Null while it is not known. */
  choice: RangeChoice | null
  now: Date
  /** The days to mark: `2026-10-25`. */
  ridden: ReadonlySet<string>
  onShow(choice: RangeChoice): void
}

const { presets, presetNames, ridden: riddenWord } = historyTexts.range

/** One press to each day that is kept, the latest first, and to the last hours and days. */
export function DayStrip({ choice, now, ridden, onShow }: DayStripProps) {
  const days = useMemo(() => stripDays(now), [now])
  const preset = choice !== null && 'preset' in choice ? choice.preset : null
  const day = choice === null ? null : chosenDay(days, choice, now)
  const strip = useChosenInView(preset ?? day)
  return (
    <div ref={strip} className={styles.strip} role="group" aria-label={presets}>
      {days.map((each) => (
        <Day key={each.day} day={each} pressed={each.day === day} ridden={ridden.has(each.day)} onShow={onShow} />
      ))}
      <Preset name="last24Hours" chosen={preset} onShow={onShow} />
      <Preset name="last7Days" chosen={preset} onShow={onShow} />
    </div>
  )
}

interface PresetProps {
  name: 'last24Hours' | 'last7Days'
  chosen: string | null
  onShow(choice: RangeChoice): void
}

function Preset({ name, chosen, onShow }: PresetProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={name === chosen}
      onClick={() => onShow({ preset: name })}
    >
      <span className={styles.preset}>{presetNames[name]}</span>
    </button>
  )
}

interface DayProps {
  day: StripDay
  pressed: boolean
  ridden: boolean
  onShow(choice: RangeChoice): void
}

function Day({ day: { day, choice }, pressed, ridden, onShow }: DayProps) {
  const name = 'preset' in choice ? presetNames[choice.preset] : null
  const { weekday, date, month } = dayInWords(day)
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={() => onShow(choice)}>
      <span className={styles.weekday}>{name ?? weekday}</span>
      <span className={styles.date}>
        {' '}
        {date}
        <span className="visually-hidden">{month}</span>
      </span>
      <span className={styles.mark} data-ridden={ridden || undefined}>
        {ridden && <span className="visually-hidden">, {riddenWord}</span>}
      </span>
    </button>
  )
}

/** What is chosen comes into view, and the page stays where it is. */
function useChosenInView(chosen: string | null) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [holder, chip] = [strip.current, strip.current?.querySelector('[aria-pressed=true]')]
    if (holder === null || !(chip instanceof HTMLElement)) return
    const [left, right] = [chip.offsetLeft, chip.offsetLeft + chip.offsetWidth]
    if (left < holder.scrollLeft || right > holder.scrollLeft + holder.clientWidth) {
      holder.scrollLeft = left - (holder.clientWidth - chip.offsetWidth) / 2
    }
  }, [chosen])
  return strip
}
