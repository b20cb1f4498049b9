import { useMemo, useState } from 'react'
import type { Instant } from '#contract/place.ts'
import type { Position, Range } from '#contract/tracking.ts'
import { believable } from '#domain/outliers.ts'
import { speedsOf } from '#domain/speeds.ts'
import { retainedUntil } from '#domain/tracking.ts'
import type { Chapter } from '#domain/trips.ts'
import { type ChapterChoice, chosenAmong, type Occasion } from './chapter-choice.ts'
import { ChapterList } from './ChapterList.tsx'
import { HistoryMap } from './HistoryMap.tsx'
import styles from './HistoryResult.module.css'
import { MapLegend } from './MapLegend.tsx'
import { PositionTable } from './PositionTable.tsx'
import { Replay } from './Replay.tsx'
import { ReplayMarker } from './ReplayMarker.tsx'
import { SpeedChart } from './SpeedChart.tsx'
import { trackingTexts } from './texts.ts'
import type { TrackingHistory } from './tracking-screen.ts'
import { spanOf, usePlayback } from './use-playback.ts'
import type { ToldHistory } from './use-told-history.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { counted, formatDay, formatDayTime } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'

interface HistoryResultProps {
  history: TrackingHistory
  told: ToldHistory
  onSelect(index: number | null): void
}

const texts = trackingTexts.history

/** What was found in a range, or that nothing was. */
export function HistoryResult({ history, told, onSelect }: HistoryResultProps) {
  const { searched, searching, positions } = history
  if (positions.length > 0) return <FoundHistory history={history} told={told} onSelect={onSelect} />
  if (searching) return <AwaitedHistory />
  if (!searched) return null
  return (
    <EmptyState level={3} title={texts.empty}>
      {texts.emptyHint}
    </EmptyState>
  )
}

/** The place of the map, so that little moves when it comes. */
function AwaitedHistory() {
  return (
    <div className={styles.awaited}>
      <Skeleton lines={0} />
    </div>
  )
}

function FoundHistory({ history, told, onSelect }: HistoryResultProps) {
  const { positions, answered, selected, searching, truncated } = history
  const { chapters, doubts } = told
  const { track, speeds } = useBelieved(told)
  const { chosen, choose, occasion } = useChapterChoice(chapters, answered)
  const [showDoubts, setShowDoubts] = useState(false)
  const [follow, setFollow] = useState(false)
  const chapter = chosen === null ? null : (chapters[chosen] ?? null)
  const span = useMemo(() => spanOf(track, chapter), [track, chapter])
  const playback = usePlayback(track, chapters, chapter, occasion)
  const select = (index: number | null) => {
    const time = index === null ? undefined : positions[index]?.recordedAt
    if (time !== undefined) playback.seek(Date.parse(time))
    onSelect(index)
  }

  return (
    <div className={styles.result} aria-busy={searching}>
      {truncated && <Notice kind="warning">{texts.truncated}</Notice>}
      <Summary positions={positions} />
      <div className={styles.parts}>
        {told.positions.length === 0 ? (
          <Skeleton lines={4} />
        ) : (
          <ChapterList chapters={chapters} chosen={chosen} onChoose={choose} />
        )}
        <div className={styles.map}>
          <HistoryMap
            positions={positions}
            doubts={doubts}
            showDoubts={showDoubts}
            numbered={told.positions.length > 0}
            chapter={chapter}
            occasion={occasion}
            selected={selected}
            onSelect={select}
          >
            <ReplayMarker playback={playback} track={track} follow={follow} onLeave={() => setFollow(false)} />
          </HistoryMap>
          <MapLegend doubts={doubts.size} showDoubts={showDoubts} onShowDoubts={setShowDoubts} />
          {track.fixes.length > 0 && (
            <>
              <Replay {...{ playback, track, speeds, span, follow }} onFollow={setFollow} />
              <SpeedChart {...{ playback, track, speeds, span }} />
            </>
          )}
        </div>
      </div>
      <PositionTable positions={positions} doubts={doubts} selected={selected} onSelect={select} />
    </div>
  )
}

/** The track without what is doubted, and how fast it was. */
function useBelieved({ positions, doubts }: ToldHistory) {
  return useMemo(() => {
    const fixes = believable(positions, doubts)
    const track = { fixes, times: fixes.map(({ recordedAt }) => Date.parse(recordedAt)) }
    return { track, speeds: speedsOf(fixes) }
  }, [positions, doubts])
}

/** Which chapter is looked at; null: all of them. What comes live changes nothing about it. */
function useChapterChoice(chapters: readonly Chapter[], answered: Range | null) {
  const [last, setLast] = useState<ChapterChoice | null>(null)
  const choice = last?.answered === answered ? last : null
  const chosen = choice === null ? null : chosenAmong(chapters, choice)
  const occasion: Occasion = chosen === null ? answered : choice
  const choose = (index: number | null) => {
    const chapter = index === null ? undefined : chapters[index]
    setLast(chapter === undefined ? null : { answered, chapter })
  }
  return { chosen, choose, occasion }
}

function Summary({ positions }: { positions: readonly Position[] }) {
  const summary = useMemo(() => summaryOf(positions.map(({ recordedAt }) => recordedAt)), [positions])
  return (
    <p className={styles.summary} role="status">
      <strong>{summary?.found}</strong> {summary?.deletion}
    </p>
  )
}

function summaryOf(times: readonly Instant[]) {
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined) return null
  const [one, many] = texts.positions
  return {
    found: texts.found(counted(times.length, one, many), formatDayTime(first), formatDayTime(last)),
    deletion: texts.deletedOn(formatDay(retainedUntil(new Date(first)))),
  }
}
