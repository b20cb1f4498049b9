import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { ExportedRange, Range, TrackFormat } from '#contract/history/history.ts'
import type { Instant } from '#contract/base/place.ts'
import { tripsInWords } from './chapters/chapter-words.ts'
import { chosenDay, stripDays } from './range/day-strip.ts'
import { DayStrip } from './range/DayStrip.tsx'
import { DayTrips } from './DayTrips.tsx'
import { DownloadChoice } from './DownloadChoice.tsx'
import { Fold } from './Fold.tsx'
import { defaultRange, type RangeChoice, type RangeMistakes, rangeOf, untilNow } from './range/history-range.ts'
import { useHistoryMapLook } from './history-map-look.ts'
import type { HistorySlots } from './HistoryResult.tsx'
import styles from './HistorySection.module.css'
import { MovementSection } from './MovementSection.tsx'
import { RangeForm } from './range/RangeForm.tsx'
import { RangeHead } from './range/RangeHead.tsx'
import { historyTexts } from './texts.ts'
import type { ShownHistory } from './query/shown-history.ts'
import { useLead } from './trip/use-lead.ts'
import { type ChapteredHistory, useChapteredHistory } from './chapters/use-chaptered-history.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Link } from '#web/ui/controls/Link.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { paths } from '#web/browser/paths.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { clock, useNow } from '#web/browser/clock.ts'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { whenIdle } from '#web/browser/when-idle.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { useWideWindow } from '#web/browser/use-wide-window.ts'
import { prepareMap } from '#web/map/canvas/prepare-map.ts'
import { usePrewarmedMap } from '#web/map/canvas/prewarmed-map.ts'

const loadResult = async () => (await import('./HistoryResult.tsx')).HistoryResult
const HistoryResult = lazyWithRetry(loadResult)
const HistoryMap = lazyWithRetry(async () => (await import('./HistoryMap.tsx')).HistoryMap)

interface HistorySectionProps {
  deviceId: string
  /** Null while it is not known which day was ridden last. */
  shown: RangeChoice | null
  /** Different at each navigation. */
  visit: string
  /** A day is shown with all its positions, too, and the map is scrolled into view. */
  leadsToMap: boolean
  history: ShownHistory
  /** By the browser's clock, milliseconds. */
  answeredAt: number
  /** The days on which the vehicle was ridden: `2026-10-25`. */
  ridden: ReadonlySet<string>
  showsMovement: boolean
  /** Leads to where trips are switched on, if only the theft alarm records. */
  switchOn: string | null
  /** Of the screen of the trip that was under way at that moment. */
  tripAddressOf(at: Instant): string
  onShow(choice: RangeChoice): void
  onShowMap(choice: RangeChoice): void
  onSelect(index: number | null): void
  onDownload(format: TrackFormat, range: ExportedRange): Promise<void>
  /** Where the parts stand on the page. */
  slots: HistorySlots
  /** Below the days, for every range. */
  children: ReactNode
}

/** The recorded rides: of a day its trips as cards, of any other time the map with all positions; then files and statistics. */
export function HistorySection(props: HistorySectionProps) {
  const { Lead, Column } = props.slots
  const { shown, visit, leadsToMap, history, ridden, showsMovement, onShow, onShowMap, onSelect, onDownload } = props
  const now = useNow(60_000)
  const day = shown === null ? null : chosenDay(stripDays(now), shown, now)
  const isDay = shown === null || (day !== null && !leadsToMap)
  // Its times may have to be corrected.
  const isOwn = !isDay && day === null && 'from' in shown
  const { choice, mistakes, choose, checked } = useChoice(isDay ? null : shown, visit)
  const [downloading, setDownloading] = useState(false)
  const chaptered = useChapteredHistory(history)
  const hasMap = useWideWindow() || !isDay
  useMapAhead(hasMap && shown !== null, history)
  const map = useLead(leadsToMap ? visit : null, history.answered)

  const download = async (format: TrackFormat, withoutZones: boolean) => {
    const range = isDay && shown !== null ? rangeIn(shown) : checked()
    if (range === null) return
    setDownloading(true)
    await onDownload(format, { ...untilNow(range, clock.now()), ...(withoutZones && { without: 'privacy-zones' }) })
    setDownloading(false)
  }
  const rest = (
    <>
      {props.children}
      <DownloadChoice
        downloading={downloading}
        onDownload={(format, withoutZones) => void download(format, withoutZones)}
      />
      <Small>
        <Link to={paths.ownTours}>{historyTexts.ownTours}</Link>
      </Small>
      <Fold title={historyTexts.range.own} opened={isOwn || mistakes.from !== undefined || mistakes.to !== undefined}>
        <RangeForm
          choice={choice}
          now={now}
          mistakes={mistakes}
          searching={history.searching}
          onChoose={choose}
          onSearch={() => checked() !== null && onShowMap(choice)}
        />
      </Fold>
      {showsMovement && (
        <Fold title={historyTexts.movement.statistics} note={historyTexts.movement.title}>
          <MovementSection history={history} chaptered={chaptered} />
        </Fold>
      )}
    </>
  )

  return (
    <section className={styles.section} aria-label={historyTexts.range.title}>
      <Lead>
        <Stack gap={2}>
          <DayStrip choice={shown} now={now} ridden={ridden} onShow={onShow} />
          {shown !== null && (
            <RangeHead choice={shown} now={now} onShow={isDay ? onShow : onShowMap}>
              <p className={styles.trips}>{tripsIn(history, chaptered)}</p>
            </RangeHead>
          )}
        </Stack>
      </Lead>
      {isDay ? (
        <>
          {hasMap && <DayMap {...props} chaptered={chaptered} />}
          <Column>
            <DataAge of={{ dataUpdatedAt: props.answeredAt }} />
            <DayTrips
              deviceId={props.deviceId}
              {...{ day, history, chaptered, ridden, onShow }}
              switchOn={props.switchOn}
              addressOf={props.tripAddressOf}
            />
            {shown !== null && history.positions.length > 0 && (
              <Button kind="secondary" wide onClick={() => onShowMap(shown)}>
                {historyTexts.day.onMap}
              </Button>
            )}
            {rest}
          </Column>
        </>
      ) : (
        <Suspense fallback={<Awaited {...props.slots} />}>
          <HistoryResult history={history} chaptered={chaptered} map={map} slots={props.slots} onSelect={onSelect}>
            {rest}
          </HistoryResult>
        </Suspense>
      )}
    </section>
  )
}

/** In a wide window: the lines of the day beside its cards. */
function DayMap({ slots: { Stage }, history, chaptered }: HistorySectionProps & { chaptered: ChapteredHistory }) {
  if (history.positions.length === 0) return null
  return (
    <Stage>
      <div className={styles.stage}>
        <Suspense fallback={<Skeleton lines={0} />}>
          <HistoryMap
            positions={history.positions}
            outline={history.outline}
            doubts={chaptered.doubts}
            showDoubts={false}
            numbered={false}
            chapter={null}
            occasion={history.answered}
            selected={null}
            onSelect={nothingToSelect}
          />
        </Suspense>
      </div>
    </Stage>
  )
}

const nothingToSelect = () => undefined

function Awaited({ Stage }: HistorySlots) {
  return (
    <Stage>
      <Skeleton lines={0} />
    </Stage>
  )
}

/** The page has a map only if there is a position (specification, section 4); until then one is prepared outside of it. */
function useMapAhead(isComing: boolean, { searching, positions, outline }: ShownHistory): void {
  usePrewarmedMap(isComing && searching && positions.length === 0 && outline.length === 0, useHistoryMapLook())
  useEffect(() => {
    if (isComing) void prepareMap()
  }, [isComing])
  // The next tap leads to a map; the cards come first.
  useEffect(() => whenIdle(() => void Promise.allSettled([prepareMap(), loadResult()])), [])
}

function rangeIn(choice: RangeChoice): Range | null {
  const result = rangeOf(choice, clock.now())
  return 'range' in result ? result.range : null
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
