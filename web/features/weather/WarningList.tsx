import { useId, useState } from 'react'
import type { CurrentWarning } from '#contract/weather.ts'
import { isWarning, nowAndLater, shownRegion } from '#domain/weather/weather.ts'
import { LevelBadge } from './LevelBadge.tsx'
import { warningTexts as texts } from './texts.ts'
import type { useWarnings, WarningsAsOf } from './use-warnings.ts'
import styles from './WarningList.module.css'
import { byGravity, eventInWords } from './wording.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { counted, formatDayTime, formatNumber, formatTime, oClock } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PanelPart } from '#web/ui/layout/PanelPart.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { validityInWords, withHeights } from '#web/texts/weather.ts'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'

interface WarningListProps {
  query: ReturnType<typeof useWarnings>
  /** How many of them concern what the map shows. */
  near: number
  onShow(id: string): void
}

/** The weather warnings in force, in one line that unfolds. "No warnings" and "not known" are shown differently. */
export function WarningList({ query, near, onShow }: WarningListProps) {
  const retry = () => void query.refetch()
  if (query.isError) {
    return (
      <PanelPart title={texts.title}>
        <LoadFailure title={texts.failed} onRetry={retry} busy={query.isFetching} />
      </PanelPart>
    )
  }
  if (query.data === undefined) {
    return (
      <PanelPart title={texts.title}>
        <Skeleton lines={1} />
      </PanelPart>
    )
  }
  if (query.data.status === 'unavailable') {
    return (
      <PanelPart title={texts.title}>
        <LoadFailure title={texts.unavailable} onRetry={retry} busy={query.isFetching} />
      </PanelPart>
    )
  }
  return (
    <>
      <DataAge of={query} />
      <KnownWarnings {...query.data} near={near} onShow={onShow} />
    </>
  )
}

function KnownWarnings({ warnings, status, asOf, near, onShow }: WarningsAsOf & Omit<WarningListProps, 'query'>) {
  const titleId = useId()
  return (
    <Stack as="section" gap={2} aria-labelledby={titleId}>
      {status === 'stale' && (
        <Notice kind="warning">{texts.stale(asOf === null ? '–' : oClock(formatDayTime(asOf)))}</Notice>
      )}
      <details className={styles.warnings}>
        <Summary>
          <h2 id={titleId} className={styles.title}>
            {texts.title}
          </h2>
          <span className={styles.line}>{lineOf(warnings, near)}</span>
        </Summary>
        <div className={styles.unfolded}>
          <NowAndLater warnings={warnings} onShow={onShow} />
          <Source warnings={warnings} asOf={asOf} />
        </div>
      </details>
    </Stack>
  )
}

/** `2 in der Nähe, 12 insgesamt, dazu 3 Vorabinformationen` */
function lineOf(warnings: readonly CurrentWarning[], near: number): string {
  const real = warnings.filter(isWarning).length
  const [one, many] = texts.advances
  const advance = warnings.length === real ? null : counted(warnings.length - real, one ?? '', many ?? '')
  if (real === 0) return advance === null ? texts.none : texts.noneBut(advance)
  const line = texts.line(formatNumber(near), formatNumber(real))
  return advance === null ? line : line + texts.besides(advance)
}

/**
 * A warning that begins in some hours is not in force now: it is listed apart, with its beginning. Advance information is no
 * warning at all.
 */
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
      {parts.advance.length > 0 && (
        <>
          <h3 className={styles.later}>{texts.advanceTitle}</h3>
          <p>
            {texts.advanceHint} {texts.advanceOnMap}
          </p>
          <Warnings warnings={byGravity(parts.advance)} onShow={onShow} />
        </>
      )}
    </>
  )
}

/** How the map distinguishes warnings in force from announced ones: by the edge, not by colour alone. */
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
      <PlainList gap={2}>
        {(all ? warnings : warnings.slice(0, shownAtFirst)).map((warning) => (
          <li key={warning.id}>
            <button type="button" className={styles.warning} onClick={() => onShow(warning.id)}>
              <span className={styles.head}>
                <LevelBadge level={warning.warningLevel} advance={warning.advance} />
                <span className={styles.type}>{withHeights(warning, eventInWords(warning.warningType))}</span>
              </span>
              <span>{shownRegion(warning.regionName, warning)}</span>
              <span className={styles.validity}>{validityInWords(warning.validFrom, warning.validUntil, now)}</span>
            </button>
          </li>
        ))}
      </PlainList>
      {warnings.length > shownAtFirst && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts.fewer : texts.more(formatNumber(warnings.length))}
        </Button>
      )}
    </>
  )
}

/** The server words the attribution: the weather service must not be named as the source of incomplete warnings. */
function Source({ warnings, asOf }: Pick<WarningsAsOf, 'warnings' | 'asOf'>) {
  const sources = [...new Set(warnings.map(({ attribution }) => attribution))]
  const named = sources.length > 0 ? `${texts.sources}: ${sources.join(', ')}` : null
  const parts = [named, asOf === null ? null : texts.asOf(formatTime(asOf))].filter((part) => part !== null)
  return parts.length === 0 ? null : <p className={styles.source}>{parts.join(' · ')}</p>
}
