import type { Map as MapLibreMap } from 'maplibre-gl'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { cameraZoom } from '#domain/geo/map.ts'
import { classes } from '#web/ui/layout/classes.ts'
import type { Basemap } from '#web/map/look/base-style.ts'
import { type BuiltMap, buildMap, type MapLook } from './build-map.ts'
import { townsId } from '#web/map/pictures/drawn-background.ts'
import { type FailedTiles, followFailedTiles, valueIn } from './failed-tiles.ts'
import type { MapTheme } from '#web/map/look/map-theme.ts'
import { foldAttribution } from './fold-attribution.ts'
import { createClickOrder, type LoadedMap, MapContext, poiSourceIds } from './map-context.ts'
import { takePrewarmed } from './prewarmed-map.ts'
import { useMapZoom } from '#web/ui/controls/map-zoom.ts'
import { mapTexts } from './texts.ts'
import { useMapTheme, useMapScheme } from '#web/map/look/use-map-theme.ts'
import styles from './MapCanvas.module.css'

interface MapCanvasProps {
  /** What the map shows, for those who do not see it. */
  label: string
  basemap: Basemap
  /** Where the map begins; later changes are left to `MapCamera`. `zoom` as the specification counts. */
  start: { centre: Place; zoom: number }
  /** In a page that scrolls: one finger and the bare wheel scroll the page, not the map. */
  inScrollingPage?: boolean
  /** Lies over the map until that is there and has drawn all in view. */
  still?: ReactNode
  /** True: `still` is enough, and the map is not built yet. A map that is there stays. */
  waits?: boolean
  /** True: `still` stays, also when the map is there. */
  held?: boolean
  /** There is no map: it cannot be drawn, or its program did not arrive. */
  onUnavailable?(): void
  /** The layers, bottom first. */
  children?: ReactNode
}

/** Owns the one MapLibre object of a page: loads it, builds it, hands it to the layers, takes it away. */
export function MapCanvas(props: MapCanvasProps) {
  const { children, still = null, held = false, onUnavailable } = props
  const holder = useRef<HTMLDivElement>(null)
  const scheme = useMapScheme()
  const mapTheme = useMapTheme()
  const { state, loaded } = useLoadedMap(holder, props, mapTheme)
  const backgroundMissing = useBackgroundMissing(loaded)
  const handed = state === 'ready' && !held
  const [cover, uncovered, uncover] = useCover(holder, handed ? loaded : null)
  const zoomedBySheet = useMapZoom(handed, (steps) => {
    uncover()
    loaded?.map.zoomTo(loaded.map.getZoom() + steps)
  })

  const tell = useEffectEvent(() => onUnavailable?.())
  useEffect(() => {
    if (state === 'failed') tell()
  }, [state])
  useEffect(() => loaded?.paint(mapTheme), [loaded, mapTheme])
  useEffect(() => {
    // Tiles that come have names of their own.
    if (loaded?.map.getLayer(townsId) === undefined) return
    loaded.map.setLayoutProperty(townsId, 'visibility', backgroundMissing ? 'visible' : 'none')
  }, [loaded, backgroundMissing])

  return (
    <div
      className={styles.frame}
      data-scheme={scheme}
      data-map-theme={mapTheme}
      data-zoomed-by-sheet={zoomedBySheet || undefined}
      onPointerDownCapture={uncover}
    >
      {/* Both have the same name: a screen reader finds one. */}
      <div ref={holder} className={styles.canvas} inert={still !== null && !handed} />
      {state === 'loading' && still === null && <p className={styles.note}>{mapTexts.loading}</p>}
      {still !== null && state !== 'failed' && !uncovered && (
        <div ref={cover} inert={handed} aria-hidden={handed}>
          {still}
        </div>
      )}
      {state === 'failed' && (
        <p className={styles.note} role="alert">
          {mapTexts.unavailable}
        </p>
      )}
      {backgroundMissing && loaded !== null && (
        <AboveAttribution map={loaded.map}>
          <p className={styles.backgroundNote} role="status">
            {mapTexts.backgroundMissing}
          </p>
        </AboveAttribution>
      )}
      {loaded !== null && handed && <MapContext value={loaded}>{children}</MapContext>}
    </div>
  )
}

/** What lies over a map until that has drawn all in view, or is touched. It hands its focus to what has the same name on the map. */
function useCover(holder: RefObject<HTMLDivElement | null>, loaded: LoadedMap | null) {
  const element = useRef<HTMLDivElement>(null)
  const [gone, setGone] = useState(false)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (loaded === null || !element.current?.contains(activeElement)) return
    const name = activeElement?.getAttribute('aria-label')
    const same = [...(holder.current?.querySelectorAll<HTMLElement>('[aria-label]') ?? [])]
    same.find((control) => control.getAttribute('aria-label') === name)?.focus({ preventScroll: true })
  }, [holder, loaded])
  useEffect(() => {
    if (loaded === null) return undefined
    const drawn = loaded.map.on('idle', () => setGone(true))
    return () => drawn.unsubscribe()
  }, [loaded])
  const uncover = () => {
    if (loaded !== null) setGone(true)
  }
  return [element, gone, uncover] as const
}

/** Puts something into the pile in the map's corner, on the attribution, which may be several lines high. */
function AboveAttribution({ map, children }: { map: MapLibreMap; children: ReactNode }) {
  const corner = map.getContainer().querySelector('.maplibregl-ctrl-bottom-left')
  return corner === null ? children : createPortal(children, corner)
}

type LoadState = 'loading' | 'ready' | 'failed'

function useLoadedMap(holder: RefObject<HTMLDivElement | null>, props: MapCanvasProps, mapTheme: MapTheme) {
  const [state, setState] = useState<LoadState>('loading')
  const [loaded, setLoaded] = useState<LoadedMap | null>(null)
  const { tileUrl, styleUrl } = props.basemap
  const archiveVersion = props.basemap.archive?.version
  const [begun, setBegun] = useState(props.waits !== true)
  if (!begun && props.waits !== true) setBegun(true)
  const take = useEffectEvent(() => {
    const { label, basemap, inScrollingPage = false } = props
    return takeMap({ label, basemap, mapTheme, inScrollingPage })
  })
  const begin = useEffectEvent((map: MapLibreMap) => {
    const { centre, zoom } = props.start
    map.jumpTo({ center: [centre.longitude, centre.latitude], zoom: cameraZoom(zoom) })
  })

  useEffect(() => {
    if (!begun) return undefined
    let wanted = true
    let shown: BuiltMap | undefined
    const start = async () => {
      const taken = await take()
      const { map, maplibre, element, styled, paint } = taken
      if (!wanted || holder.current === null) return map.remove()
      shown = taken
      holder.current.append(element)
      map.resize()
      begin(map)
      foldAttribution(map)
      const begun = new Promise<void>((resolve) => void map.once('render', () => resolve()))
      const clicks = createClickOrder()
      map.on('click', (event) => {
        // Elements of the document above the map (numbered markers) handle their own clicks.
        if (event.originalEvent.target === map.getCanvas()) clicks.offer(event)
      })
      await styled
      if (!wanted) return
      // At once: the map's next picture takes long to draw, and what the layers set off runs beside it.
      flushSync(() => {
        setLoaded({ map, maplibre, paint, clicks, begun, alive: () => wanted })
        setState('ready')
      })
    }
    // No WebGL, or the program or the style could not be fetched: either way there is no map, and the page says so.
    start().catch(() => wanted && setState('failed'))
    return () => {
      wanted = false
      setLoaded(null)
      setState('loading')
      shown?.map.remove()
      shown?.element.remove()
    }
  }, [holder, tileUrl, styleUrl, archiveVersion, begun])

  return { state, loaded }
}

async function takeMap(look: MapLook): Promise<BuiltMap> {
  return (await takePrewarmed(look)) ?? (await buildMap(look))
}

/** Whether tiles of the background in view are missing; they are requested again from time to time. */
function useBackgroundMissing(loaded: LoadedMap | null): boolean {
  const [missing, setMissing] = useState(false)
  const failed = useRef<FailedTiles>(null)
  useEffect(() => {
    if (loaded === null) return
    const { map } = loaded
    const isBackground = (source: string) => !poiSourceIds.includes(source) && map.getSource(source)?.type !== 'geojson'
    const following = followFailedTiles(map, isBackground, setMissing)
    failed.current = following
    const unexpected = map.on('error', (event) => {
      const source = valueIn(event, 'sourceId')
      if (typeof source !== 'string' || map.getSource(source)?.type === 'geojson') reportError(event.error)
    })
    return () => {
      failed.current = null
      following.stop()
      unexpected.unsubscribe()
    }
  }, [loaded])

  useEffect(() => {
    if (!missing) return
    const askAgain = () => failed.current?.askAgain()
    const timer = setInterval(askAgain, mapLimits.refreshSeconds * secondMs)
    window.addEventListener('online', askAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', askAgain)
    }
  }, [missing])
  return missing
}

/** The frame of a map among other things of a page. The page's own class sets its height. */
export function MapFrame({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <div className={classes(styles.inPage, className)}>{children}</div>
}
