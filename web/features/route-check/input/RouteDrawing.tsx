import { useMemo, useState } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { type DrawnPoints, isFull, withoutPoint, withPoint, withPointAt } from '#domain/route-check/drawn-route.ts'
import { legsOf, lengthOf } from '#domain/route-check/route.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { DrawnPins } from './DrawnPins.tsx'
import type { DrawnLine } from './drawn-line.ts'
import styles from './RouteDrawing.module.css'
import { routeCheckTexts } from '../texts.ts'
import { useDrawnRoads } from './use-drawn-roads.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { formatDistance, formatNumber } from '#web/texts/formats.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import type { PlaceChoice } from '#web/map/layers/CircleField.tsx'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas, MapFrame } from '#web/map/canvas/MapCanvas.tsx'
import { ClickToPick } from '#web/map/canvas/ClickToPick.tsx'
import { TrackLine } from '#web/map/layers/TrackLine.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'

interface RouteDrawingProps {
  points: DrawnPoints
  onChange(points: DrawnPoints): void
  /** The line: along roads where they are known, else from point to point. */
  onCheck(line: readonly Place[]): void
  PlaceChoice: PlaceChoice
}

const texts = routeCheckTexts.drawing

/** A route by its points: tapped on the map, or chosen by name; along roads from one to the next, or straight. */
export function RouteDrawing({ points, onChange, onCheck, PlaceChoice }: RouteDrawingProps) {
  const [found, setFound] = useState<Place | null>(null)
  const config = useConfig()
  const roads = useDrawnRoads(points)
  const add = (place: Place) => onChange(withPoint(points, place))
  const addFound = ({ latitude, longitude }: Place) => {
    add({ latitude, longitude })
    setFound({ latitude, longitude })
  }
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <p id="drawing-hint">{texts.hint}</p>
        <DrawingMap points={points} line={roads.line} found={found} onAdd={add} onChange={onChange} />
        <Small role="status">{stateInWords(points, roads)}</Small>
        <Small role="status">{config !== null && points.length > 1 && roads.words}</Small>
        <Row gap={3}>
          <Button onClick={() => onCheck(roads.line)} busy={roads.asking} disabled={points.length < 2}>
            {texts.check}
          </Button>
          <Button kind="secondary" onClick={() => onChange(points.slice(0, -1))} disabled={points.length === 0}>
            {texts.removeLast}
          </Button>
          <Button kind="quiet" onClick={() => onChange([])} disabled={points.length === 0}>
            {texts.startAnew}
          </Button>
        </Row>
        <details>
          <Summary>{texts.byName}</Summary>
          <div className={styles.byName}>
            <PlaceChoice onChoose={addFound} />
          </div>
        </details>
        {points.length > 0 && <PointList points={points} onChange={onChange} />}
      </Stack>
    </Card>
  )
}

function DrawingMap({
  points,
  line,
  found,
  onAdd,
  onChange,
}: Pick<RouteDrawingProps, 'points' | 'onChange'> & {
  line: readonly Place[]
  found: Place | null
  onAdd(place: Place): void
}) {
  const config = useConfig()
  const view = useMemo(
    (): CameraTarget | null =>
      found === null ? null : { kind: 'nearby', place: found, leastZoom: mapLimits.ownPositionZoom },
    [found],
  )
  const segments = useMemo(() => (line.length < 2 ? [] : [line]), [line])
  if (config === null) return <Skeleton lines={0} />
  return (
    <MapFrame className={styles.map}>
      <MapCanvas
        label={texts.mapLabel}
        basemap={config.map}
        start={{ centre: points.at(-1) ?? mapLimits.centre, zoom: mapLimits.allPoisZoom }}
        inScrollingPage
      >
        <TrackLine segments={segments} />
        <ClickToPick onPick={onAdd} />
        <DrawnPins points={points} onMove={(index, place) => onChange(withPointAt(points, index, place))} />
        <MapCamera target={view} />
      </MapCanvas>
    </MapFrame>
  )
}

/** The points for those who do not see or use the map. */
function PointList({ points, onChange }: Pick<RouteDrawingProps, 'points' | 'onChange'>) {
  return (
    <PlainList as="ol" aria-label={texts.points}>
      {points.map((point, index) => {
        const number = formatNumber(index + 1)
        return (
          <li key={`${index} ${point.latitude} ${point.longitude}`} className={styles.point}>
            <span>{texts.point(number, coordinatesInWords(point))}</span>
            <Button
              kind="quiet"
              aria-label={texts.removePoint(number)}
              onClick={() => onChange(withoutPoint(points, index))}
            >
              {texts.remove}
            </Button>
          </li>
        )
      })}
    </PlainList>
  )
}

function stateInWords(points: DrawnPoints, { line, onRoads }: DrawnLine): string {
  if (isFull(points)) return texts.full(formatNumber(routeCheckLimits.drawnPoints))
  if (points.length === 0) return texts.none
  if (points.length === 1) return texts.one
  const length = onRoads ? texts.roadLength : texts.length
  return length(formatNumber(points.length), formatDistance(lengthOf(legsOf([line]))))
}

/** `49,00690° N, 8,40370° O` */
function coordinatesInWords({ latitude, longitude }: Place): string {
  const part = (degrees: number, [more, less]: readonly [string, string]) =>
    `${formatNumber(Math.abs(degrees), 5, true)}° ${degrees < 0 ? less : more}`
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['O', 'W'])}`
}
