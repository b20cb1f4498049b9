import { type ComponentType, useId, useMemo } from 'react'
import type { Place } from '#contract/base/place.ts'
import { boxAround, circleAround } from '#domain/geo/geo.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { formatDistance } from '#web/texts/formats.ts'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { AccuracyCircle } from './AccuracyCircle.tsx'
import styles from './CircleField.module.css'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas, MapFrame } from '#web/map/canvas/MapCanvas.tsx'
import { ClickToPick } from '#web/map/canvas/ClickToPick.tsx'
import { circleTexts as texts } from '#web/texts/circle.ts'

export interface Circle {
  /** Null: not chosen yet. */
  place: Place | null
  radiusMetres: number
}

interface CircleFieldProps {
  circle: Circle
  /** The radii to choose from, in metres. */
  radii: readonly number[]
  error: string | undefined
  onChange(circle: Partial<Circle>): void
  PlaceChoice: PlaceChoice
}

/** Other ways to choose a place than the map, which a feature has. */
export type PlaceChoice = ComponentType<{ onChoose(place: Place): void }>

/** A place and a radius around it, chosen on a map. */
export function CircleField({ circle, radii, error, onChange, PlaceChoice }: CircleFieldProps) {
  const hintId = useId()
  const { radiusMetres } = circle
  return (
    <>
      <FieldGroup legend={texts.place} describedBy={hintId} error={error}>
        <Small id={hintId}>{texts.hint}</Small>
        {/* Only the place: what is found by a search has a name of its own. */}
        <PlaceChoice onChoose={({ latitude, longitude }) => onChange({ place: { latitude, longitude } })} />
        <CircleMap {...circle} onPick={(picked) => onChange({ place: picked })} />
      </FieldGroup>
      <Select
        label={texts.radius}
        value={String(radiusMetres)}
        onChange={({ currentTarget: { value } }) => onChange({ radiusMetres: Number(value) })}
      >
        {radiiWith(radii, radiusMetres).map((metres) => (
          <option key={metres} value={metres}>
            {formatDistance(metres)}
          </option>
        ))}
      </Select>
    </>
  )
}

/** The radii to choose from, and that of a circle that was made in another way. */
function radiiWith(radii: readonly number[], present: number): number[] {
  return [...new Set([...radii, present])].toSorted((a, b) => a - b)
}

/** The middle of Germany. */
const start = { centre: { latitude: 51.16, longitude: 10.45 }, zoom: 6 }

function CircleMap({ place, radiusMetres, onPick }: Circle & { onPick(place: Place): void }) {
  const config = useConfig()
  const view = useMemo(() => viewOf(place, radiusMetres), [place, radiusMetres])
  return (
    <MapFrame className={styles.map}>
      {config === null ? (
        <Skeleton lines={0} />
      ) : (
        <MapCanvas label={texts.map} basemap={config.map} start={start} inScrollingPage>
          {place !== null && <AccuracyCircle centre={place} radiusKm={radiusMetres / 1000} />}
          <ClickToPick onPick={onPick} />
          <MapCamera target={view} />
        </MapCanvas>
      )}
    </MapFrame>
  )
}

function viewOf(place: Place | null, radiusMetres: number): CameraTarget | null {
  const box = place === null ? null : boxAround(circleAround(place, (2 * radiusMetres) / 1000))
  return box && { kind: 'box', box }
}
