import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { dragged, type PicturePoint, type PictureView, scaleBar, zoomed } from '#domain/geo/picture-view.ts'
import { linkedAttribution } from '#web/map/canvas/attribution.ts'
import type { Basemap } from '#web/map/look/base-style.ts'
import { attributionMs } from '#web/map/canvas/fold-attribution.ts'
import { MapPicture } from './MapPicture.tsx'
import type { StillMapState } from './still-map.ts'
import styles from './StaticMap.module.css'
import { chooseHighContrast, isHighContrast, onHighContrast } from '#web/map/look/high-contrast.ts'
import { highContrastIcon } from '#web/map/look/high-contrast-icon.ts'
import { mapLocale, mapTexts } from '#web/map/canvas/texts.ts'
import { formatNumber } from '#web/texts/formats.ts'
import { useMapZoom } from '#web/ui/controls/map-zoom.ts'

interface StillMapProps {
  label: string
  basemap: Basemap
  view: PictureView
  state: StillMapState
  /** `PictureMark`s. */
  children: ReactNode
}

/**
 * A map as a picture, until somebody touches it: most looks at a map are only looks, and the map itself costs a phone a
 * second. It looks like the map, and follows the first fingers as the map does, which is built when they are lifted.
 */
export function StaticMap({ label, basemap, view, state, children }: StillMapProps) {
  const { touch } = state
  const ground = useRef<HTMLDivElement>(null)
  const fingers = useFingers(ground, view, state)
  const zoomBy = (steps: number) => {
    state.look(zoomed(view, steps))
    touch()
  }
  const zoomedBySheet = useMapZoom(true, zoomBy)
  return (
    <div
      className={styles.still}
      // A mouse that comes is about to do something; the map also knows its wheel.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && touch()}
      onFocus={touch}
    >
      <section className={styles.region} aria-label={label} tabIndex={0} {...fingers}>
        <div ref={ground} className={styles.ground}>
          <MapPicture view={view} basemap={basemap} onMissing={touch}>
            {children}
          </MapPicture>
        </div>
      </section>
      <div className={styles.buttons}>
        <div className={styles.group} data-zoomed-by-sheet={zoomedBySheet || undefined}>
          <MapButton name={mapLocale['NavigationControl.ZoomIn']} onClick={() => zoomBy(1)}>
            <path d="M12 7v10M7 12h10" strokeWidth={3} />
          </MapButton>
          <MapButton name={mapLocale['NavigationControl.ZoomOut']} onClick={() => zoomBy(-1)}>
            <path d="M7 12h10" strokeWidth={3} />
          </MapButton>
        </div>
        <SunButton />
      </div>
      <div className={styles.corner}>
        <Scale view={view} />
        <StillAttribution text={basemap.tileAttribution} />
      </div>
    </div>
  )
}

/** One finger moves the picture, two of them bring it nearer. */
function useFingers(ground: { current: HTMLElement | null }, view: PictureView, { look, touch, hold }: StillMapState) {
  const fingers = useRef(new Map<number, PicturePoint>())
  const lift = ({ pointerId }: PointerEvent) => {
    if (!fingers.current.delete(pointerId) || fingers.current.size > 0) return
    hold(false)
    touch()
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, pointOf(event, ground.current))
      hold(true)
    },
    onPointerMove(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return
      const before = [...fingers.current.values()]
      fingers.current.set(event.pointerId, pointOf(event, ground.current))
      look(dragged(view, before, [...fingers.current.values()]))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

function pointOf({ clientX, clientY }: PointerEvent, ground: HTMLElement | null): PicturePoint {
  const { left, top, width, height } = ground?.getBoundingClientRect() ?? new DOMRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

interface MapButtonProps {
  name: string
  pressed?: boolean
  onClick(): void
  /** What is drawn, in a square of 24. */
  children: ReactNode
}

function MapButton({ name, pressed, onClick, children }: MapButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}

function SunButton() {
  const isHigh = useSyncExternalStore(onHighContrast, isHighContrast)
  return (
    <div className={styles.group}>
      <MapButton name={mapTexts.highContrast} pressed={isHigh} onClick={() => chooseHighContrast(!isHigh)}>
        <path d={highContrastIcon} strokeWidth={2} />
      </MapButton>
    </div>
  )
}

/** Set by the operator; the map shows it in the same way, and folds it after the same time, unless it was tapped. */
function StillAttribution({ text }: { text: string }) {
  const [folded, setFolded] = useState(false)
  const [tapped, setTapped] = useState(false)
  const id = useId()
  useEffect(() => {
    if (tapped) return undefined
    const timer = setTimeout(() => setFolded(true), attributionMs)
    return () => clearTimeout(timer)
  }, [tapped])
  const press = () => {
    setTapped(true)
    setFolded(!folded)
  }
  return (
    <div className={styles.sources} data-folded={folded || undefined}>
      <button
        type="button"
        className={styles.fold}
        aria-label={mapLocale['AttributionControl.ToggleAttribution']}
        aria-expanded={!folded}
        aria-controls={id}
        onClick={press}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M12 11v6M12 7.2v.2" />
          <circle cx="12" cy="12" r="9" />
        </svg>
      </button>
      <p
        id={id}
        className={styles.attribution}
        data-sources
        dangerouslySetInnerHTML={{ __html: linkedAttribution(text) }}
      />
    </div>
  )
}

/** As long as the map's own bar may be. */
const scaleMostPx = 100

function Scale({ view }: { view: PictureView }) {
  const { metres, px } = scaleBar(view, scaleMostPx)
  return (
    <p className={styles.scale} style={{ width: px }}>
      {metres < 1000 ? `${metres} m` : `${formatNumber(metres / 1000)} km`}
    </p>
  )
}
