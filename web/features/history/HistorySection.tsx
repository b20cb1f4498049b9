import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ExportedRange, Range, TrackFormat } from '#contract/history.ts'
import { tripsInWords } from './chapter-words.ts'
import { DayStrip } from './DayStrip.tsx'
import { DownloadChoice } from './DownloadChoice.tsx'
import { Fold } from './Fold.tsx'
import { defaultRange, type RangeChoice, type RangeMistakes, rangeOf } from './history-range.ts'
import { useHistoryMapLook } from './history-map-look.ts'
import { HistoryResult, type HistorySlots } from './HistoryResult.tsx'
import styles from './HistorySection.module.css'
import { MovementSection } from './MovementSection.tsx'
import { RangeForm } from './RangeForm.tsx'
import { RangeHead } from './RangeHead.tsx'
import { historyTexts } from './texts.ts'
import type { ShownHistory } from './shown-history.ts'
import { useLead } from './use-lead.ts'
import { type ChapteredHistory, useChapteredHistory } from './use-chaptered-history.ts'
import { Stack } from '#web/kit/Stack.tsx'
import { clock, useNow } from '#web/kit/clock.ts'
import { prepareMap } from '#web/map/prepare-map.ts'
import { useSpareMap } from '#web/map/spare-map.ts'

interface HistorySectionProps {
  /** What the address asks for. */
  shown: RangeChoice | null
  /** Different at each navigation. */
  visit: string
  /** Whether the result is scrolled into view. */
  leadsToMap: boolean
  history: ShownHistory
  /** The days on which the vehicle was ridden: `2026-10-25`. */
  ridden: ReadonlySet<string>
  showsMovement: boolean
  onShow(choice: RangeChoice): void
  onSelect(index: number | null): void
  onDownload(format: TrackFormat, range: ExportedRange): Promise<void>
  /** Where the parts stand on the page. */
  slots: HistorySlots
  /** Below the days, for every range. */
  children: ReactNode
}

/** The recorded rides: a strip of days, the map with its replay, the trips, then files and a range of one's own. */
export function HistorySection(props: HistorySectionProps) {
  const { Lead } = props.slots
  const { shown, visit, leadsToMap, history, ridden, showsMovement, onShow, onSelect, onDownload, children } = props
  const { choice, mistakes, choose, checked } = useChoice(shown, visit)
  const [downloading, setDownloading] = useState(false)
  const now = useNow(60_000)
  const present = shown ?? defaultRange
  const { searching, positions, outline } = history
  const [approached, setApproached] = useState(false)
  // The page has a map only if there is a position (specification, section 4); until then one is prepared outside of it.
  useSpareMap((approached || searching) && positions.length === 0 && outline.length === 0, useHistoryMapLook())
  const chaptered = useChapteredHistory(history)
  const map = useLead(leadsToMap ? visit : null, history.answered)
  useEffect(() => void prepareMap(), [])

  const download = async (format: TrackFormat, range: ExportedRange) => {
    setDownloading(true)
    await onDownload(format, range)
    setDownloading(false)
  }

  const approach = () => setApproached(true)

  return (
    <section className={styles.section} aria-label={historyTexts.range.title}>
      <Lead>
        <Stack gap={2} onPointerEnter={approach} onFocus={approach}>
          <DayStrip choice={present} now={now} ridden={ridden} onShow={onShow} />
          <RangeHead choice={present} now={now} onShow={onShow}>
            <p className={styles.trips}>{tripsIn(history, chaptered)}</p>
          </RangeHead>
        </Stack>
      </Lead>
      <HistoryResult history={history} chaptered={chaptered} map={map} slots={props.slots} onSelect={onSelect}>
        {children}
        <DownloadChoice
          downloading={downloading}
          onDownload={(format, withoutZones) => {
            const range = checked()
            if (range !== null) void download(format, { ...range, ...(withoutZones && { without: 'privacy-zones' }) })
          }}
        />
        <Fold title={historyTexts.range.own} opened={mistakes.from !== undefined || mistakes.to !== undefined}>
          <RangeForm
            choice={choice}
            now={now}
            mistakes={mistakes}
            searching={searching}
            onChoose={choose}
            onSearch={() => checked() !== null && onShow(choice)}
          />
        </Fold>
        {showsMovement && <MovementSection history={history} chaptered={chaptered} />}
      </HistoryResult>
    </section>
  )
}

/** Not known before the line is drawn. */
function tripsIn({ searched, positions }: ShownHistory, chaptered: ChapteredHistory): string {
  if (!searched || (positions.length > 0 && chaptered.positions.length === 0)) return historyTexts.chapters.notYet
  return tripsInWords(chaptered.chapters)
}

/** What the fields hold: what the address asks for, until something else is typed. */
function useChoice(shown: RangeChoice | null, visit: string) {
  const [choice, setChoice] = useState<RangeChoice>(shown ?? defaultRange)
  const [mistakes, setMistakes] = useState<RangeMistakes>({})

  const check = (candidate: RangeChoice): Range | null => {
    const result = rangeOf(candidate, clock.now())
    setMistakes('mistakes' in result ? result.mistakes : {})
    return 'range' in result ? result.range : null
  }
  const follow = useEffectEvent(() => {
    setChoice(shown ?? defaultRange)
    if (shown !== null) check(shown)
  })
  useEffect(() => follow(), [visit])

  return {
    choice,
    mistakes,
    choose(next: RangeChoice) {
      setChoice(next)
      setMistakes({})
    },
    checked: () => check(choice),
  }
}
