import type { Map as MapLibreMap } from 'maplibre-gl'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { cameraZoom } from '#domain/map.ts'
import { type Basemap, paintBase, type Scheme } from './base-style.ts'
import { type BuiltMap, buildMap, type MapLook } from './build-map.ts'
import { type FailedTiles, followFailedTiles, valueIn } from './failed-tiles.ts'
import { createClickOrder, type LoadedMap, MapContext, poiSourceIds } from './map-context.ts'
import { takeSpare } from './spare-map.ts'
import { mapTexts } from './texts.ts'
import { useMapScheme } from './use-map-scheme.ts'
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
  const holder = useRef<HTMLDivElement>(null)
  const scheme = useMapScheme()
  const { state, loaded } = useLoadedMap(holder, props, scheme)
  const backgroundMissing = useBackgroundMissing(loaded)

  useEffect(() => {
    if (loaded !== null && basemap.styleUrl === null) paintBase(loaded.map, scheme)
  }, [loaded, basemap.styleUrl, scheme])

  return (
    <div className={styles.frame} data-scheme={scheme}>
      <div ref={holder} className={styles.canvas} />
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

function useLoadedMap(holder: RefObject<HTMLDivElement | null>, props: MapCanvasProps, scheme: Scheme) {
  const [state, setState] = useState<LoadState>('loading')
  const [loaded, setLoaded] = useState<LoadedMap | null>(null)
  const { tileUrl, styleUrl } = props.basemap
  const take = useEffectEvent(() => {
    const { label, basemap, inScrollingPage = false } = props
    return takeMap({ label, basemap, scheme, inScrollingPage })
  })
  const begin = useEffectEvent((map: MapLibreMap) => {
    const { centre, zoom } = props.start
    map.jumpTo({ center: [centre.longitude, centre.latitude], zoom: cameraZoom(zoom) })
  })

  useEffect(() => {
    let wanted = true
    let shown: BuiltMap | undefined
    const start = async () => {
      const taken = await take()
      const { map, maplibre, element, styled } = taken
      if (!wanted || holder.current === null) return map.remove()
      shown = taken
      holder.current.append(element)
      map.resize()
      begin(map)
      const begun = new Promise<void>((resolve) => void map.once('render', () => resolve()))
      const clicks = createClickOrder()
      map.on('click', (event) => {
        // What lies in the document above the map (numbered markers) answers for itself.
        if (event.originalEvent.target === map.getCanvas()) clicks.offer(event)
      })
      await styled
      if (!wanted) return
      // At once: the map's next picture takes long to draw, and what the layers set off runs beside it.
      flushSync(() => {
        setLoaded({ map, maplibre, clicks, begun, alive: () => wanted })
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
  }, [holder, tileUrl, styleUrl])

  return { state, loaded }
}

async function takeMap(look: MapLook): Promise<BuiltMap> {
  return (await takeSpare(look)) ?? (await buildMap(look))
}

/** Whether tiles of the background in view did not come; they are asked for again by and by. */
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
    const timer = setInterval(askAgain, limits.map.refreshSeconds * 1000)
    window.addEventListener('online', askAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', askAgain)
    }
  }, [missing])
  return missing
}
