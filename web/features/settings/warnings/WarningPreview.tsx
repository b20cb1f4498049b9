import { useMemo } from 'react'
import type { Place } from '#contract/base/place.ts'
import type { PoiCategory } from '#contract/pois/pois.ts'
import type { CategorySettings, LedSettings } from '#contract/settings/settings.ts'
import { boxAround, circleAround } from '#domain/geo/geo.ts'
import { deliveredLed } from '#domain/settings/settings.ts'
import { metresAhead } from '#domain/pois/warning-distance.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { distanceProblem } from '../draft-problems.ts'
import { configurationTexts } from '../texts.ts'
import { WarningCircle } from './WarningCircle.tsx'
import styles from './WarningPreview.module.css'
import { formatNumber } from '#web/texts/formats.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas, MapFrame } from '#web/map/canvas/MapCanvas.tsx'
import { MapPins } from '#web/map/layers/MapPins.tsx'

interface WarningPreviewProps {
  category: PoiCategory
  settings: CategorySettings
  /** Null if there is no device. */
  led: LedSettings | null
}

const texts = configurationTexts.preview
const exampleSpeed = 100
/** On a road through the hills between Karlsruhe and Pforzheim. */
const examplePlace: Place = { latitude: 48.94725, longitude: 8.53458 }
const startZoom = 14

/** What the settings of a category would do at a sample place: where the warning begins, and how its lamp shines. */
export function WarningPreview({ category, settings, led }: WarningPreviewProps) {
  const config = useConfig()
  const wrong = distanceProblem(settings.measure, settings[settings.measure]) !== null
  const metres = settings.enabled && !wrong ? metresAhead(settings, exampleSpeed) : null
  const colour = (led ?? deliveredLed()).colours[category]
  const frame = metres === null ? null : framedMetres(metres)
  const view = useMemo(() => (frame === null ? null : viewOf(frame)), [frame])
  const shining = settings.enabled && settings.visual
  const pins = useMemo(
    () => [
      {
        key: category,
        place: examplePlace,
        content: (
          <span className={styles.pin} style={{ color: colour }} data-off={!shining || undefined}>
            <CategorySymbol category={category} size={30} />
          </span>
        ),
      },
    ],
    [category, colour, shining],
  )

  return (
    <figure className={styles.preview}>
      <MapFrame className={styles.map}>
        {config === null ? (
          <Skeleton lines={0} />
        ) : (
          <MapCanvas
            label={texts.mapLabel}
            basemap={config.map}
            start={{ centre: examplePlace, zoom: startZoom }}
            inScrollingPage
          >
            {metres !== null && <WarningCircle centre={examplePlace} metres={metres} colour={colour} />}
            <MapPins pins={pins} />
            <MapCamera target={view} />
          </MapCanvas>
        )}
      </MapFrame>
      <figcaption className={styles.caption}>
        {led !== null && <Lamp colour={colour} brightness={shining ? led.brightness : 0} />}
        {metres !== null && <span>{texts.circle(formatNumber(metres), formatNumber(exampleSpeed))}</span>}
        {!settings.enabled && <span>{texts.off}</span>}
      </figcaption>
    </figure>
  )
}

/** The camera moves only when the circle is too large or too small for its frame: in between, the circle visibly grows. */
function framedMetres(metres: number): number {
  return 2 ** (Math.ceil(2 * Math.log2(metres)) / 2)
}

function viewOf(metres: number): CameraTarget | null {
  const box = boxAround(circleAround(examplePlace, metres / 1000))
  return box === null ? null : { kind: 'box', box }
}

/** A lamp of the device as it will shine. */
function Lamp({ colour, brightness }: { colour: string; brightness: number }) {
  return (
    <span className={styles.lampRow}>
      <span
        className={styles.lamp}
        style={{ color: `color-mix(in srgb, ${colour} ${brightness}%, var(--color-sunken))` }}
        aria-hidden="true"
      />
      {texts.lamp}: {brightness === 0 ? texts.lampOff : texts.lampOn(formatNumber(brightness))}
    </span>
  )
}
