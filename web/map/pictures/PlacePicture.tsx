import type { ReactNode } from 'react'
import type { Place } from '#contract/base/place.ts'
import type { Basemap } from '#web/map/look/base-style.ts'
import { plainAttribution } from '#web/map/canvas/attribution.ts'
import { hasPictures, MapPicture } from './MapPicture.tsx'
import styles from './PlacePicture.module.css'

interface PlacePictureProps {
  place: Place
  /** As tile servers count. */
  zoom: number
  /** Null while it is on its way. */
  basemap: Basemap | null
  /** The pin is red. */
  alarming: boolean
  /** `PictureMark`s. */
  children?: ReactNode
}

/** Streets can be read, and the next village is in view. */
export const streetZoom = 15

/** Where something is, as a picture with a pin. */
export function PlacePicture({ place, zoom, basemap, alarming, children }: PlacePictureProps) {
  return (
    <MapPicture view={{ centre: place, zoom }} basemap={basemap}>
      {children}
      <Pin alarming={alarming} />
      {/* The picture is a link itself, so the name of the source cannot be one; on the map behind it, it is. */}
      {basemap !== null && (basemap.archive !== null || hasPictures(basemap)) && (
        <p className={styles.source}>{plainAttribution(basemap.tileAttribution)}</p>
      )}
    </MapPicture>
  )
}

function Pin({ alarming }: { alarming: boolean }) {
  return (
    <svg className={styles.pin} data-alarming={alarming || undefined} viewBox="0 0 32 40" aria-hidden="true">
      <path d="M16 39C9 29 3 22.5 3 15a13 13 0 0 1 26 0c0 7.5-6 14-13 24z" />
      <circle cx="16" cy="15" r="5" />
    </svg>
  )
}
