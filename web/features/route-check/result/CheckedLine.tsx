import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { type Departure, routeCheck } from '#contract/route-check/route-check.ts'
import type { SavedRoute } from '#contract/saved-routes/saved-routes.ts'
import type { GpxLine } from '#domain/route-check/gpx-reading.ts'
import { hasCameras } from '#domain/offline/as-known.ts'
import { useConnection } from '#web/api/calls/connection.ts'
import { useCall } from '#web/api/queries/queries.ts'
import styles from './CheckedLine.module.css'
import { keepRoute, type RouteChoice } from '../input/kept-route.ts'
import { choiceOf, nameOf, piecesToSend, sparseMetres, turned } from './chosen-line.ts'
import { RouteDownload } from './RouteDownload.tsx'
import { RouteResult } from './RouteResult.tsx'
import { routeCheckTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { DepartureForm } from '../input/DepartureForm.tsx'
import { NumberChoice } from '../input/NumberChoice.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { clock } from '#web/browser/clock.ts'
import { formatDistance } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'

const texts = routeCheckTexts
/** Metres to each side: the road itself, its surroundings, and what can be seen or heard of from it. */
const corridors = [50, routeCheckLimits.corridorMetres, 250, 500, 1000, routeCheckLimits.mostCorridorMetres]

/** Keeps the route that is checked. `saved`: as what it is kept already. */
export type SaveRouteSlot = ComponentType<
  Pick<RouteChoice, 'corridorMetres' | 'departure'> & {
    name: string
    pieces: Place[][]
    saved: SavedRoute | null
  }
>

interface CheckedLineProps {
  lines: readonly GpxLine[]
  /** What was chosen when it was checked before. */
  before: RouteChoice | null
  /** What was opened. */
  saved: SavedRoute | null
  SaveRoute: SaveRouteSlot
  /** Leads back to the choice of a route. */
  another: ReactNode
}

/** One of the lines of a file, and what the server knows along it. */
export function CheckedLine({ lines, before, saved, SaveRoute, another }: CheckedLineProps) {
  const [index, setIndex] = useState(0)
  const [corridorMetres, setCorridor] = useState<number>(before?.corridorMetres ?? routeCheckLimits.corridorMetres)
  const [reversed, setReversed] = useState(before?.reversed ?? false)
  const [departure, setDeparture] = useState<Departure | null>(before?.departure ?? null)
  const [withCameras, setWithCameras] = useState(false)
  const line = lines[index]
  // What was kept is as it was sent: sent in any other way, its answer would not be found without a network.
  const isKept = before !== null
  const sent = useMemo(
    () => (line === undefined ? [] : isKept ? line.pieces : piecesToSend(line, false)),
    [line, isKept],
  )
  const pieces = useMemo(() => turned(sent, reversed), [sent, reversed])
  const sparse = useMemo(() => (line === undefined ? null : sparseMetres(line)), [line])
  const body = { pieces, corridorMetres, ...(departure !== null && { departure }) }
  const checked = useCall(routeCheck.check, { body }, { keepPrevious: true })
  useKeptAnswer(checked, line, { pieces: sent, corridorMetres, reversed, departure })

  const { lost } = useConnection()
  const isAsSaved = !reversed && corridorMetres === saved?.corridorMetres

  const departureForm = <DepartureForm departure={departure} onChoose={setDeparture} />
  const how = (
    <div className={styles.controls}>
      {lines.length > 1 && (
        <NumberChoice
          label={texts.line.label}
          value={index}
          onChoose={setIndex}
          options={lines.map(choiceOf).entries()}
        />
      )}
      <NumberChoice
        label={texts.corridor.label}
        value={corridorMetres}
        onChoose={setCorridor}
        options={corridors.map((metres) => [metres, texts.corridor.option(formatDistance(metres))])}
      />
      <Button kind="secondary" aria-pressed={reversed} onClick={() => setReversed(!reversed)}>
        {texts.reverse}
      </Button>
    </div>
  )
  const actions = checked.data !== undefined && (
    <section className={styles.actions} aria-label={texts.result.actions}>
      <SaveRoute
        name={line?.name ?? ''}
        pieces={pieces}
        corridorMetres={corridorMetres}
        departure={departure}
        saved={isAsSaved ? saved : null}
      />
      <RouteDownload
        name={line?.name ?? texts.title}
        pieces={pieces}
        checked={checked.data}
        withCameras={withCameras}
      />
      <details>
        <Summary>{texts.result.more}</Summary>
        <Stack gap={3}>
          {how}
          <Check checked={withCameras} onChange={(event) => setWithCameras(event.currentTarget.checked)}>
            {texts.download.cameras}
          </Check>
          <div>
            <Button kind="secondary" onClick={() => window.print()}>
              {texts.print}
            </Button>
          </div>
        </Stack>
      </details>
    </section>
  )

  return (
    <>
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
      {/* Another line or distance may be what can be checked. */}
      {(checked.isError || checked.isPending) && (
        <>
          {another}
          {departureForm}
          {how}
        </>
      )}
      <DataAge of={checked} />
      {lost && checked.data !== undefined && !hasCameras(checked.data) && <Small>{texts.result.withoutCameras}</Small>}
      {checked.data !== undefined && !checked.isError && (
        <RouteResult
          name={line === undefined ? '' : nameOf(line, index)}
          pieces={pieces}
          reversed={reversed}
          checked={checked.data}
          checkedAt={new Date(checked.dataUpdatedAt)}
          renewing={checked.isPlaceholderData}
          another={another}
          departureForm={departureForm}
          actions={actions}
        />
      )}
    </>
  )
}

/** Once a route is checked, it can be opened again without a network. */
function useKeptAnswer(
  {
    isSuccess,
    isPlaceholderData,
    dataUpdatedAt,
  }: Pick<ReturnType<typeof useCall>, 'isSuccess' | 'isPlaceholderData' | 'dataUpdatedAt'>,
  line: GpxLine | undefined,
  { pieces, corridorMetres, reversed, departure }: RouteChoice & { pieces: Place[][] },
): void {
  useEffect(() => {
    if (!isSuccess || isPlaceholderData || line === undefined) return
    const { kind, name } = line
    keepRoute({ line: { kind, name, pieces }, corridorMetres, reversed, departure, checkedAt: clock.at(dataUpdatedAt) })
  }, [isSuccess, isPlaceholderData, dataUpdatedAt, line, pieces, corridorMetres, reversed, departure])
}
