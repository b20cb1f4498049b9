import { useComputedColorScheme } from '@mantine/core'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { cameraZoom } from '#domain/map.ts'
import { type Basemap, baseStyle, basemapId, rasterPaint, type Scheme } from './base-style.ts'
import { createClickOrder, type LoadedMap, MapContext, type MapLibre, poiSourceId } from './map-context.ts'
import { requestOf } from './own-tiles.ts'
import { resolveSymbolImage } from './symbol-images.ts'
import { mapLocale, mapTexts } from './texts.ts'
import styles from './MapCanvas.module.css'

interface MapCanvasProps {
  /** What the map shows, for those who do not see it. */
  label: string
  basemap: Basemap
  /** Where the map begins; later changes are left to `MapCamera`. `zoom` as the specification counts. */
  start: { centre: Place; zoom: number }
  /** In a page that scrolls: one finger and the bare wheel scroll the page, not the map. */
  inScrollingPage?: boolean
  /** The layers, bottom first. */
  children?: ReactNode
}

/** Owns the one MapLibre object of a page: loads it, builds it, hands it to the layers, takes it away. */
export function MapCanvas(props: MapCanvasProps) {
  const { basemap, children } = props
  const container = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const { state, loaded } = useLoadedMap(container, props, scheme)
  const backgroundMissing = useBackgroundMissing(loaded)

  useEffect(() => {
    if (loaded !== null && basemap.styleUrl === null) paintBackground(loaded.map, scheme)
  }, [loaded, basemap.styleUrl, scheme])

  return (
    <div className={styles.frame} data-scheme={scheme}>
      <div ref={container} className={styles.canvas} />
      {state === 'loading' && <p className={styles.note}>{mapTexts.loading}</p>}
      {state === 'failed' && (
        <p className={styles.note} role="alert">
          {mapTexts.unavailable}
        </p>
      )}
      {backgroundMissing && (
        <p className={styles.backgroundNote} role="status">
          {mapTexts.backgroundMissing}
        </p>
      )}
      {loaded !== null && <MapContext value={loaded}>{children}</MapContext>}
    </div>
  )
}

type LoadState = 'loading' | 'ready' | 'failed'

function useLoadedMap(container: RefObject<HTMLDivElement | null>, props: MapCanvasProps, scheme: Scheme) {
  const [state, setState] = useState<LoadState>('loading')
  const [loaded, setLoaded] = useState<LoadedMap | null>(null)
  const build = useEffectEvent((maplibre: MapLibre, element: HTMLElement) => buildMap(maplibre, element, props, scheme))
  const { tileUrl, styleUrl } = props.basemap

  useEffect(() => {
    let wanted = true
    let map: MapLibreMap | undefined
    const start = async () => {
      const maplibre = await import('./maplibre.ts')
      if (!wanted || container.current === null) return
      const built = build(maplibre, container.current)
      map = built
      const clicks = createClickOrder()
      built.on('click', (event) => {
        // What lies in the document above the map (numbered markers) answers for itself.
        if (event.originalEvent.target === built.getCanvas()) clicks.offer(event)
      })
      // Before the style has come there are no tiles that could fail: without it there is no map.
      const unstyled = built.on('error', () => wanted && setState('failed'))
      built.once('style.load', () => {
        unstyled.unsubscribe()
        setLoaded({ map: built, maplibre, clicks, alive: () => wanted })
        setState('ready')
      })
    }
    // No WebGL, or the program could not be fetched: either way there is no map, and the page says so.
    start().catch(() => wanted && setState('failed'))
    return () => {
      wanted = false
      setLoaded(null)
      setState('loading')
      map?.remove()
    }
  }, [container, tileUrl, styleUrl])

  return { state, loaded }
}

function buildMap(maplibre: MapLibre, container: HTMLElement, props: MapCanvasProps, scheme: Scheme): MapLibreMap {
  const { centre, zoom } = props.start
  const map = new maplibre.Map({
    container,
    style: baseStyle(props.basemap, scheme, maplibre.outlines),
    center: [centre.longitude, centre.latitude],
    zoom: cameraZoom(zoom),
    maxZoom: cameraZoom(limits.map.maxZoom),
    locale: { ...mapLocale, 'Map.Title': props.label },
    attributionControl: { compact: false },
    cooperativeGestures: props.inScrollingPage ?? false,
    // North stays up: a turned map is read wrongly, and nobody here needs one.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    transformRequest: requestOf,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left')
  map.setMissingStyleImageResolver((id) => resolveSymbolImage(map, id))
  return map
}

function paintBackground(map: MapLibreMap, scheme: Scheme): void {
  const paint = rasterPaint[scheme]
  map.setPaintProperty(basemapId, 'raster-brightness-max', paint['raster-brightness-max'])
  map.setPaintProperty(basemapId, 'raster-saturation', paint['raster-saturation'])
  map.setPaintProperty(basemapId, 'raster-contrast', paint['raster-contrast'])
}

/** Whether the last that was heard of the background's tiles is that they do not come. */
function useBackgroundMissing(loaded: LoadedMap | null): boolean {
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    if (loaded === null) return
    const isBackground = (source: unknown) =>
      typeof source === 'string' && source !== poiSourceId && loaded.map.getSource(source)?.type !== 'geojson'
    const failed = loaded.map.on('error', (event) => {
      const source = valueIn(event, 'sourceId')
      if (isBackground(source)) setMissing(true)
      else if (source !== poiSourceId) reportError(event.error)
    })
    const arrived = loaded.map.on('sourcedata', (event) => {
      if (isBackground(event.sourceId) && valueIn(event.tile, 'state') === 'loaded') setMissing(false)
    })
    return () => {
      failed.unsubscribe()
      arrived.unsubscribe()
    }
  }, [loaded])
  return missing
}

/** What MapLibre puts on its events without saying so in its types: the source of a failed tile, a tile's state. */
function valueIn(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined
}
