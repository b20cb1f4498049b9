import { useMemo } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { ownTours } from '#contract/own-tours/own-tours.ts'
import { boxAround } from '#domain/geo/geo.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import styles from './OwnTours.module.css'
import { ownToursTexts as texts } from './texts.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas, MapFrame } from '#web/map/canvas/MapCanvas.tsx'
import { TrackLine } from '#web/map/layers/TrackLine.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'

/** The way of one tour. */
export function TourMap({ tourId }: { tourId: string }) {
  const config = useConfig()
  const { data, error, isFetching, refetch } = useCall(ownTours.show, { params: { tourId } })
  const segments = useMemo(() => (data?.line ?? []).map((piece) => lineOfText(piece)), [data])
  const whole = useMemo((): CameraTarget | null => {
    const box = boxAround(segments.flat())
    return box === null ? null : { kind: 'box', box }
  }, [segments])
  if (data === undefined && error !== null) {
    return <LoadFailure title={texts.mapFailed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data === undefined || config === null) return <Skeleton lines={6} label={texts.loading} />
  return (
    <MapFrame className={styles.map}>
      <MapCanvas
        label={texts.map}
        basemap={config.map}
        start={{ centre: segments[0]?.[0] ?? mapLimits.centre, zoom: mapLimits.allPoisZoom }}
        inScrollingPage
      >
        <TrackLine segments={segments} />
        <MapCamera target={whole} />
      </MapCanvas>
    </MapFrame>
  )
}
