import { type ReactNode, useId, useState } from 'react'
import type { CurrentWarning } from '#contract/weather.ts'
import { nowAndLater, shownRegion } from '#domain/weather.ts'
import { LevelBadge } from './LevelBadge.tsx'
import { poisTexts } from './texts.ts'
import type { useWarnings, WarningsAsOf } from './use-map-data.ts'
import styles from './WarningList.module.css'
import { byGravity, eventInWords, validityInWords } from './wording.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNow } from '#web/kit/clock.ts'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { formatDayTime, formatNumber, formatTime, oClock } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { withHeights } from '#web/texts/weather.ts'

interface WarningListProps {
  query: ReturnType<typeof useWarnings>
  onShow(id: string): void
}

const texts = poisTexts.warnings

/** The weather warnings in force. That there is none, and that nobody knows, are two different things here. */
export function WarningList({ query, onShow }: WarningListProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {texts.title}
      </h2>
      <WarningListBody query={query} onShow={onShow} />
    </section>
  )
}

function WarningListBody({ query, onShow }: WarningListProps): ReactNode {
  const retry = () => void query.refetch()
  if (query.isError) return <LoadFailure title={poisTexts.warningsFailed} onRetry={retry} busy={query.isFetching} />
  if (query.data === undefined) return <Skeleton lines={2} />
  const { warnings, status, asOf } = query.data
  if (status === 'unavailable') {
    return <LoadFailure title={texts.unavailable} onRetry={retry} busy={query.isFetching} />
  }
  return (
    <>
      {status === 'stale' && (
        <Notice kind="warning">{texts.stale(asOf === null ? '–' : oClock(formatDayTime(asOf)))}</Notice>
      )}
      <NowAndLater warnings={warnings} onShow={onShow} />
      <Source {...query.data} />
    </>
  )
}

/** A warning that begins in some hours does not hold now: it stands apart, with its beginning. */
function NowAndLater({ warnings, onShow }: { warnings: readonly CurrentWarning[]; onShow(id: string): void }) {
  const parts = nowAndLater(warnings, useNow(60_000))
  const later = parts.later.toSorted((a, b) => Date.parse(a.validFrom) - Date.parse(b.validFrom))
  if (warnings.length === 0) return <p>{texts.none}</p>
  return (
    <>
      {parts.now.length === 0 ? <p>{texts.noneNow}</p> : <Warnings warnings={byGravity(parts.now)} onShow={onShow} />}
      {later.length > 0 && (
        <>
          <h3 className={styles.later}>{texts.later}</h3>
          <MapLegend />
          <Warnings warnings={later} onShow={onShow} />
        </>
      )}
    </>
  )
}

/** How the map tells apart what holds already and what is announced: by the edge, not by colour alone. */
function MapLegend() {
  return (
    <p className={styles.legend}>
      {texts.onMap}
      <span className={styles.key}>
        <span className={styles.swatch} aria-hidden="true" /> {texts.areaNow}
      </span>
      <span className={styles.key}>
        <span className={styles.swatch} data-later aria-hidden="true" /> {texts.areaLater}
      </span>
    </p>
  )
}

const shownAtFirst = 5

function Warnings({ warnings, onShow }: { warnings: readonly CurrentWarning[]; onShow(id: string): void }) {
  const [all, setAll] = useState(false)
  const now = useNow(60_000)
  return (
    <>
      <ul className={styles.list}>
        {(all ? warnings : warnings.slice(0, shownAtFirst)).map((warning) => (
          <li key={warning.id}>
            <button type="button" className={styles.warning} onClick={() => onShow(warning.id)}>
              <span className={styles.head}>
                <LevelBadge level={warning.warningLevel} />
                <span className={styles.type}>{withHeights(warning, eventInWords(warning.warningType))}</span>
              </span>
              <span>{shownRegion(warning.regionName, warning)}</span>
              <span className={styles.validity}>{validityInWords(warning.validFrom, warning.validUntil, now)}</span>
            </button>
          </li>
        ))}
      </ul>
      {warnings.length > shownAtFirst && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts.fewer : texts.more(formatNumber(warnings.length))}
        </Button>
      )}
    </>
  )
}

/** The server words the attribution: of warnings that may be incomplete the weather service must not be named as the source. */
function Source({ warnings, asOf }: WarningsAsOf) {
  const sources = [...new Set(warnings.map(({ attribution }) => attribution))]
  const named = sources.length > 0 ? `${poisTexts.sources}: ${sources.join(', ')}` : null
  const parts = [named, asOf === null ? null : poisTexts.asOf(formatTime(asOf))].filter((part) => part !== null)
  return parts.length === 0 ? null : <p className={styles.source}>{parts.join(' · ')}</p>
}
