import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { PictureView } from '#domain/geo/picture-view.ts'
import { tilesAround } from '#domain/geo/tiles.ts'
import type { Basemap } from '#web/map/look/base-style.ts'
import styles from './MapPicture.module.css'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'
import { useMapTheme } from '#web/map/look/use-map-theme.ts'

interface MapPictureProps {
  view: PictureView
  /** Null while it is on its way. */
  basemap: Basemap | null
  /** A tile did not come. */
  onMissing?(): void
  /** What stands on it, such as `PictureMark`s. */
  children?: ReactNode
}

/**
 * The tiles of the map without the map, which costs a screen a second; an archive's are drawn. Where no tiles come, its paper is
 * empty.
 */
export function MapPicture({ view, basemap, onMissing, children }: MapPictureProps) {
  const [frame, size] = useSize()
  const mapTheme = useMapTheme()
  const { centre, zoom } = view
  const archive = basemap?.archive ?? null
  return (
    <div ref={frame} className={styles.frame} data-map-theme={mapTheme}>
      {size !== null && basemap !== null && hasPictures(basemap) && (
        <Tiles view={view} size={size} basemap={basemap} onMissing={onMissing} />
      )}
      {archive !== null && size !== null && (
        <Suspense>
          <ArchivePicture place={centre} zoom={zoom} archive={archive} size={size} mapTheme={mapTheme} />
        </Suspense>
      )}
      {children}
    </div>
  )
}

/** Something in a picture. @param at in pixels from its middle. */
export function PictureMark({ at, children }: { at: { x: number; y: number }; children: ReactNode }) {
  return (
    <span className={styles.mark} style={{ translate: `calc(-50% + ${at.x}px) calc(-50% + ${at.y}px)` }}>
      {children}
    </span>
  )
}

interface Size {
  width: number
  height: number
}

/** The size of an element, null until it is known. */
function useSize() {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [frame, size] as const
}

/** Only a server with a base map of its own needs it. */
const ArchivePicture = lazyExtra(async () => (await import('./ArchivePicture.tsx')).ArchivePicture)

/** An archive, or a style, has no pictures; then no tiles of others are fetched either. */
export function hasPictures({ archive, styleUrl }: Basemap): boolean {
  return archive === null && styleUrl === null
}

interface TilesProps {
  view: PictureView
  size: Size
  basemap: Basemap
  onMissing: (() => void) | undefined
}

/** Those of the nearest whole zoom, in the size that the picture's zoom asks for: as the map does it. */
function Tiles({ view: { centre, zoom }, size, basemap, onMissing }: TilesProps) {
  const tileZoom = Math.min(Math.round(zoom), mapLimits.maxZoom)
  const scale = 2 ** (zoom - tileZoom)
  const tiles = tilesAround(centre, tileZoom, { width: size.width / scale, height: size.height / scale })
  return (
    <div className={styles.tiles} style={{ scale }} aria-hidden="true">
      {tiles.map(({ x, y, left, top }) => (
        <Tile
          key={`${tileZoom}/${x}/${y}`}
          source={addressOf(basemap, tileZoom, x, y)}
          left={left}
          top={top}
          onMissing={onMissing}
        />
      ))}
    </div>
  )
}

interface TileProps {
  source: string
  left: number
  top: number
  onMissing: (() => void) | undefined
}

/** As a background: a tile that does not come leaves the paper empty, and is no broken picture. */
function Tile({ source, left, top, onMissing }: TileProps) {
  useEffect(() => {
    if (onMissing === undefined) return undefined
    // The browser asks once for both, and tells only of this one.
    const probe = new Image()
    probe.addEventListener('error', onMissing)
    probe.src = source
    return () => probe.removeEventListener('error', onMissing)
  }, [source, onMissing])
  return <div className={styles.tile} style={{ left, top, backgroundImage: `url("${source}")` }} />
}

function addressOf({ tileUrl }: Basemap, zoom: number, x: number, y: number): string {
  return tileUrl.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y)).replace('{s}', 'a')
}
