import { type ReactNode, useContext, useRef } from 'react'
import styles from '#web/kit/MapZoom.module.css'
import { MapZoomContext, type ZoomBy } from '#web/kit/map-zoom.ts'
import { sheetTexts } from '#web/texts/sheet.ts'

/** Around a map and its sheet: where one taps with fingers, the map's zoom buttons stand in the sheet's head. */
export function MapZoom({ children }: { children: ReactNode }) {
  const zoom = useRef<ZoomBy>(null)
  return <MapZoomContext value={zoom}>{children}</MapZoomContext>
}

/** In the sheet's head, within reach of the thumb: nothing floats over what the map shows. No gesture may replace them. */
export function MapZoomButtons() {
  const zoom = useContext(MapZoomContext)
  if (zoom === null) return null
  return (
    <span className={styles.buttons}>
      <ZoomButton name={sheetTexts.zoomOut} onClick={() => zoom.current?.(-1)}>
        <path d="M6 12h12" />
      </ZoomButton>
      <ZoomButton name={sheetTexts.zoomIn} onClick={() => zoom.current?.(1)}>
        <path d="M12 6v12M6 12h12" />
      </ZoomButton>
    </span>
  )
}

function ZoomButton({ name, onClick, children }: { name: string; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className={styles.button} aria-label={name} title={name} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" className={styles.icon}>
        {children}
      </svg>
    </button>
  )
}
