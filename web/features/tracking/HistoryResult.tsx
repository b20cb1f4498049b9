import { useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'
import type { Position } from '#contract/tracking.ts'
import { believable, doubtsOf } from '#domain/outliers.ts'
import { speedsOf } from '#domain/speeds.ts'
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
  const { positions, selected, searching, truncated } = history
  const doubts = useMemo(() => doubtsOf(positions), [positions])
  const { chapters } = told
  const { track, speeds } = useBelieved(told.positions)
  const [chosen, setChosen] = useChosenOf(positions)
  const [showDoubts, setShowDoubts] = useState(false)
  const [follow, setFollow] = useState(false)
  const chapter = chosen === null ? null : (chapters[chosen] ?? null)
  const span = useMemo(() => spanOf(track, chapter), [track, chapter])
  const playback = usePlayback(track, chapters, chapter)
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
          <ChapterList chapters={chapters} chosen={chosen} onChoose={setChosen} />
        )}
        <div className={styles.map}>
          <HistoryMap
            positions={positions}
            doubts={doubts}
            showDoubts={showDoubts}
            chapter={chapter}
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
function useBelieved(positions: readonly Position[]) {
  return useMemo(() => {
    const fixes = believable(positions)
    const track = { fixes, times: fixes.map(({ recordedAt }) => Date.parse(recordedAt)) }
    return { track, speeds: speedsOf(fixes) }
  }, [positions])
}

/** A choice among what was found; other positions begin without one. */
function useChosenOf(positions: readonly Position[]) {
  const [chosen, setChosen] = useState<{ positions: readonly Position[]; index: number | null } | null>(null)
  const index = chosen?.positions === positions ? chosen.index : null
  return [index, (next: number | null) => setChosen({ positions, index: next })] as const
}

function Summary({ positions }: { positions: readonly Position[] }) {
  const summary = useMemo(() => summaryOf(positions.map(({ recordedAt }) => recordedAt)), [positions])
  return (
    <p className={styles.summary} role="status">
      <strong>{summary?.found}</strong> {summary?.deletion}
    </p>
  )
}

const dayMs = 86_400_000

function summaryOf(times: readonly Instant[]) {
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined) return null
  const [one, many] = texts.positions
  return {
    found: texts.found(counted(times.length, one, many), formatDayTime(first), formatDayTime(last)),
    deletion: texts.deletedOn(formatDay(new Date(Date.parse(first) + limits.tracking.retentionDays * dayMs))),
  }
}
