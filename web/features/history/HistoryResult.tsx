import { type ComponentType, type ReactNode, type RefObject, useState } from 'react'
import type { Position, Range } from '#contract/history/history.ts'
import { retainedUntil } from '#domain/history/retention.ts'
import type { Chapter } from '#domain/track/trips.ts'
import { useBelieved } from './chapters/use-believed.ts'
import { type ChapterChoice, chosenAmong, type Occasion } from './chapters/chapter-choice.ts'
import { ChapterList } from './chapters/ChapterList.tsx'
import { Fold } from './Fold.tsx'
import { HistoryMap } from './HistoryMap.tsx'
import styles from './HistoryResult.module.css'
import { MapLegend } from './MapLegend.tsx'
import { PositionTable } from './PositionTable.tsx'
import { Replay } from './replay/Replay.tsx'
import { ReplayMarker } from './replay/ReplayMarker.tsx'
import { historyTexts } from './texts.ts'
import type { ShownHistory } from './query/shown-history.ts'
import { usePlayback } from './replay/use-playback.ts'
import type { ChapteredHistory } from './chapters/use-chaptered-history.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { EmptyState } from '#web/ui/text/EmptyState.tsx'
import { counted, formatDay, formatDayTime, formatNumber } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { surface } from '#web/ui/layout/Card.tsx'
import { classes } from '#web/ui/layout/classes.ts'

/** The page says where they stand: the first in its column, the map, and what follows in the column. */
export type HistorySlots = Readonly<Record<'Lead' | 'Stage' | 'Column', ComponentType<{ children: ReactNode }>>>

interface HistoryResultProps {
  history: ShownHistory
  chaptered: ChapteredHistory
  /** The map, for those who are led to it. */
  map: RefObject<HTMLDivElement | null>
  slots: HistorySlots
  onSelect(index: number | null): void
  /** Below what was found, and without it. */
  children: ReactNode
}

const texts = historyTexts.result

/** What was found in a range, or that nothing was: the map with its replay, then the trips. */
export function HistoryResult({ history, chaptered, map, slots, onSelect, children }: HistoryResultProps) {
  const { Stage, Column } = slots
  const { positions, outline, answered, selected, searching, truncated } = history
  const { chapters, doubts } = chaptered
  const { track, speeds } = useBelieved(chaptered)
  const { chosen, choose, occasion } = useChapterChoice(chapters, answered)
  const [showDoubts, setShowDoubts] = useState(false)
  const chapter = chosen === null ? null : (chapters[chosen] ?? null)
  const { playback, playable } = usePlayback(track, chapters, chapter, occasion)
  const found = positions.length > 0
  const divided = chaptered.positions.length > 0
  // On a phone, what is chosen in the list is shown above it.
  const showMap = () => map.current?.scrollIntoView({ block: 'nearest' })
  const select = (index: number | null) => {
    const time = index === null ? undefined : positions[index]?.recordedAt
    if (time !== undefined) playback.seek(Date.parse(time))
    onSelect(index)
  }
  const look = (index: number | null) => {
    choose(index)
    showMap()
  }
  const selectInTable = (index: number) => {
    select(index)
    showMap()
  }

  return (
    <div className={styles.result} aria-busy={searching}>
      <Stage>
        {found || outline.length > 0 ? (
          <div ref={map} className={classes(surface, styles.stage)}>
            <HistoryMap
              positions={positions}
              outline={outline}
              doubts={doubts}
              showDoubts={showDoubts}
              numbered={divided}
              chapter={chapter}
              occasion={occasion}
              selected={selected}
              onSelect={select}
            >
              <ReplayMarker playback={playback} track={track} />
            </HistoryMap>
            {track.fixes.length > 0 && (
              <div className={styles.replay}>
                <Replay {...{ playback, playable, track, speeds }} />
              </div>
            )}
            {!divided && <div className={styles.awaitedReplay} />}
          </div>
        ) : (
          <NothingFound searching={searching} searched={history.searched} />
        )}
      </Stage>
      <Column>
        {found && (
          <>
            {truncated && <Notice kind="warning">{texts.truncated}</Notice>}
            {divided ? <ChapterList history={chaptered} chosen={chosen} onChoose={look} /> : <Skeleton lines={4} />}
            <MapLegend showDoubts={showDoubts}>
              {doubts.size > 0 && (
                <Check checked={showDoubts} onChange={(event) => setShowDoubts(event.currentTarget.checked)}>
                  {historyTexts.doubts.show(formatNumber(doubts.size))}
                </Check>
              )}
            </MapLegend>
            <Summary positions={positions} />
            <Fold title={historyTexts.table.all} note={formatNumber(positions.length)}>
              <PositionTable positions={positions} doubts={doubts} selected={selected} onSelect={selectInTable} />
            </Fold>
          </>
        )}
        {children}
      </Column>
    </div>
  )
}

function NothingFound({ searching, searched }: Pick<ShownHistory, 'searching' | 'searched'>) {
  // Takes the place of the map, so that little moves when the map arrives.
  if (searching) {
    return (
      <div className={styles.awaited}>
        <Skeleton lines={0} />
      </div>
    )
  }
  return (
    <EmptyState level={3} title={searched ? texts.empty : texts.emptied}>
      {searched ? texts.emptyHint : texts.emptiedHint}
    </EmptyState>
  )
}

/** Which chapter is looked at; null: all of them. Live positions do not change the choice. */
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
  const [first, last] = [positions[0], positions.at(-1)]
  if (first === undefined || last === undefined) return null
  const count = counted(positions.length, ...texts.positions)
  return (
    <Small role="status">
      <strong>{texts.found(count, formatDayTime(first.recordedAt), formatDayTime(last.recordedAt))}</strong>{' '}
      {texts.deletedOn(formatDay(retainedUntil(new Date(first.recordedAt))))}
    </Small>
  )
}
