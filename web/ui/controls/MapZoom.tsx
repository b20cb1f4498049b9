import { type ReactNode, useContext, useState } from 'react'
import styles from './MapZoom.module.css'
import { OfferedZoom, type OfferZoom, ShownZoom, type ZoomBy } from './map-zoom.ts'
import { sheetTexts } from '#web/texts/sheet.ts'

/** Around a map and its sheet: where one taps with fingers, the map's zoom buttons stand in the sheet's head. */
export function MapZoom({ children }: { children: ReactNode }) {
  const [offered, setOffered] = useState<readonly ZoomBy[]>([])
  const [offer] = useState((): OfferZoom => (zoomBy) => {
    setOffered((others) => [...others, zoomBy])
    return () => setOffered((all) => all.filter((one) => one !== zoomBy))
  })
  return (
    <OfferedZoom value={offer}>
      <ShownZoom value={offered.at(-1) ?? null}>{children}</ShownZoom>
    </OfferedZoom>
  )
}

/**
 * In the sheet's head, within reach of the thumb: nothing floats over what the map shows. No gesture may replace them. Where
 * no map can be drawn they are not there; they keep their place, because a map may be on its way.
 */
export function MapZoomButtons() {
  const zoom = useContext(ShownZoom)
  if (zoom === undefined) return null
  return (
    <span className={styles.buttons} data-without-map={zoom === null || undefined}>
      <ZoomButton name={sheetTexts.zoomOut} onClick={() => zoom?.(-1)}>
        <path d="M6 12h12" />
      </ZoomButton>
      <ZoomButton name={sheetTexts.zoomIn} onClick={() => zoom?.(1)}>
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
