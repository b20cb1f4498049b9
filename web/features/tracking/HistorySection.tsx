import { useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'
import type { Range, TrackFormat } from '#contract/tracking.ts'
import { defaultRange, type RangeChoice, type RangeMistakes, rangeOf, rangeWith } from './history-range.ts'
import { HistoryMap } from './HistoryMap.tsx'
import styles from './HistorySection.module.css'
import { MovementSection } from './MovementSection.tsx'
import { PositionTable } from './PositionTable.tsx'
import { RangeForm } from './RangeForm.tsx'
import { trackingTexts } from './texts.ts'
import type { TrackingController } from './tracking-controller.ts'
import { showsMovement, type TrackingHistory, type TrackingScreen } from './tracking-screen.ts'
import { useDeviceEvents } from './use-device-events.ts'
import { Card } from '#web/kit/Card.tsx'
import { clock } from '#web/kit/clock.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { counted, formatDay, formatDayTime } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'

interface HistorySectionProps {
  screen: TrackingScreen
  controller: TrackingController
}

const texts = trackingTexts.history

/** What was recorded: where to look for it, and what was found, as a map, a table and a profile. */
export function HistorySection({ screen, controller }: HistorySectionProps) {
  const [choice, setChoice] = useState<RangeChoice>(defaultRange)
  const [mistakes, setMistakes] = useState<RangeMistakes>({})
  const [downloading, setDownloading] = useState(false)
  const [shown, setShown] = useState<RangeChoice | null>(null)
  useDeviceEvents(screen.deviceId, (newest) => {
    const range = shown === null ? null : rangeWith(newest, shown, clock.now())
    return range === null ? null : controller.renew(range)
  })

  const withRange = (act: (range: Range) => void) => {
    const checked = rangeOf(choice, clock.now())
    setMistakes('mistakes' in checked ? checked.mistakes : {})
    if ('range' in checked) act(checked.range)
  }
  const download = async (format: TrackFormat, range: Range) => {
    setDownloading(true)
    await controller.download(format, range)
    setDownloading(false)
  }

  return (
    <div className={styles.section}>
      <Card title={trackingTexts.range.title}>
        <RangeForm
          choice={choice}
          mistakes={mistakes}
          searching={screen.history.searching}
          downloading={downloading}
          onChoose={(next) => {
            setChoice(next)
            setMistakes({})
          }}
          onSearch={() =>
            withRange((range) => {
              setShown(choice)
              void controller.search(range)
            })
          }
          onDownload={(format) => withRange((range) => void download(format, range))}
        />
        <HistoryResult history={screen.history} onSelect={controller.selectPosition} />
      </Card>
      {showsMovement(screen) && <MovementSection history={screen.history} />}
    </div>
  )
}

interface HistoryResultProps {
  history: TrackingHistory
  onSelect(index: number | null): void
}

function HistoryResult({ history, onSelect }: HistoryResultProps) {
  const { searched, searching, positions, truncated } = history
  const summary = useMemo(() => summaryOf(positions.map(({ recordedAt }) => recordedAt)), [positions])
  if (searching) return <Skeleton lines={0} />
  if (!searched) return null
  if (summary === null) {
    return (
      <EmptyState level={3} title={texts.empty}>
        {texts.emptyHint}
      </EmptyState>
    )
  }
  return (
    <div className={styles.result}>
      {truncated && <Notice kind="warning">{texts.truncated}</Notice>}
      <p className={styles.summary} role="status">
        <strong>{summary.found}</strong> {summary.deletion}
      </p>
      <HistoryMap positions={positions} selected={history.selected} onSelect={onSelect} />
      <p className={styles.legend}>{texts.line}</p>
      <PositionTable positions={positions} selected={history.selected} onSelect={onSelect} />
    </div>
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
