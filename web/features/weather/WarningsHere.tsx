import type { ReactNode } from 'react'
import { isWarning } from '#domain/weather/weather.ts'
import { LevelBadge } from './LevelBadge.tsx'
import { hereTexts, warningTexts } from './texts.ts'
import { useWarnings } from './use-warnings.ts'
import styles from './WarningsHere.module.css'
import { byGravity, eventInWords } from './wording.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { formatDayTime, oClock } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { generalTexts } from '#web/texts/general.ts'
import { validityInWords, withHeights } from '#web/texts/weather.ts'

interface WarningsHereProps {
  /** Of the warnings in force where the vehicle is; null while that is not known. */
  ids: readonly string[] | null
  now: Date
}

/** The weather warnings at the vehicle's place, and where they are not known, that. Nothing where there are none. */
export function WarningsHere({ ids, now }: WarningsHereProps): ReactNode {
  const query = useWarnings()
  const again = <Again busy={query.isFetching} onRetry={() => void query.refetch()} />
  if (query.isError) return <Unknown why={warningTexts.failed}>{again}</Unknown>
  if (query.data === undefined || ids === null) return null
  const { status, warnings, asOf } = query.data
  if (status === 'unavailable') return <Unknown why={warningTexts.unavailable}>{again}</Unknown>
  const here = byGravity(warnings.filter(({ id }) => ids.includes(id)))
  if (here.length === 0 && status === 'ok') return null
  return (
    <Card title={hereTexts.title}>
      {!here.some(isWarning) && <p>{hereTexts.none}</p>}
      {here.length > 0 && (
        <PlainList gap={3}>
          {here.map((warning) => (
            <li key={warning.id} className={styles.warning}>
              <LevelBadge level={warning.warningLevel} advance={warning.advance} />
              <strong>{withHeights(warning, eventInWords(warning.warningType))}</strong>
              <Small as="span">{validityInWords(warning.validFrom, warning.validUntil, now)}</Small>
            </li>
          ))}
        </PlainList>
      )}
      {status === 'stale' && <Small>{warningTexts.stale(asOf === null ? '–' : oClock(formatDayTime(asOf)))}</Small>}
    </Card>
  )
}

/** Less loud than an alarm, and never like "no warnings". */
function Unknown({ why, children }: { why: string; children: ReactNode }) {
  return (
    <Card title={hereTexts.title}>
      <Notice kind="warning" live={false} actions={children}>
        {why}
      </Notice>
    </Card>
  )
}

function Again({ busy, onRetry }: { busy: boolean; onRetry(): void }) {
  return (
    <Button kind="quiet" busy={busy} onClick={onRetry}>
      {generalTexts.retry}
    </Button>
  )
}
