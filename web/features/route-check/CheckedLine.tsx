import { useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { routeCheck } from '#contract/route-check.ts'
import type { GpxLine } from '#domain/gpx-reading.ts'
import { useCall } from '#web/api/queries.ts'
import styles from './CheckedLine.module.css'
import { nameOf, piecesToSend, sparseMetres } from './chosen-line.ts'
import { RouteResult } from './RouteResult.tsx'
import { routeCheckTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Choice } from './Choice.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { formatDistance } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'

const texts = routeCheckTexts
/** Metres to each side: the road itself, its surroundings, and what can be seen or heard of from it. */
const corridors = [50, limits.routeCheck.corridorMetres, 250, 500, 1000, limits.routeCheck.mostCorridorMetres]

/** One of the lines of a file, and what the server knows along it. */
export function CheckedLine({ lines }: { lines: readonly GpxLine[] }) {
  const [index, setIndex] = useState(0)
  const [corridorMetres, setCorridor] = useState<number>(limits.routeCheck.corridorMetres)
  const [reversed, setReversed] = useState(false)
  const line = lines[index]
  const pieces = useMemo(() => (line === undefined ? [] : piecesToSend(line, reversed)), [line, reversed])
  const sparse = useMemo(() => (line === undefined ? null : sparseMetres(line)), [line])
  const checked = useCall(routeCheck.check, { body: { pieces, corridorMetres } }, { keepPrevious: true })

  return (
    <>
      <div className={styles.controls}>
        {lines.length > 1 && (
          <Choice label={texts.line.label} value={index} onChoose={setIndex} options={lines.map(nameOf).entries()} />
        )}
        <Choice
          label={texts.corridor.label}
          value={corridorMetres}
          onChoose={setCorridor}
          options={corridors.map((metres) => [metres, texts.corridor.option(formatDistance(metres))])}
        />
        <Button kind="secondary" aria-pressed={reversed} onClick={() => setReversed(!reversed)}>
          {texts.reverse}
        </Button>
        <Button kind="secondary" onClick={() => window.print()} disabled={checked.data === undefined}>
          {texts.print}
        </Button>
      </div>
      {sparse !== null && <Notice kind="warning">{texts.line.sparse(formatDistance(sparse))}</Notice>}
      {checked.isError && (
        <LoadFailure
          title={texts.faults.check}
          error={checked.error}
          onRetry={() => void checked.refetch()}
          busy={checked.isFetching}
        />
      )}
      {checked.isPending && <Skeleton lines={0} label={texts.result.checking} />}
      {checked.data !== undefined && !checked.isError && (
        <RouteResult
          name={line === undefined ? '' : nameOf(line, index)}
          pieces={pieces}
          reversed={reversed}
          checked={checked.data}
          checkedAt={new Date(checked.dataUpdatedAt)}
          renewing={checked.isPlaceholderData}
        />
      )}
    </>
  )
}
