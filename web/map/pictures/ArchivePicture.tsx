import { useEffect, useRef } from 'react'
import { drawPicture, type PictureOfPlace } from './archive-picture.ts'
import styles from './MapPicture.module.css'

/** A place on the operator's own base map. */
export function ArchivePicture({ place, zoom, archive, size, mapTheme }: PictureOfPlace) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { latitude, longitude } = place
  useEffect(() => {
    const { current } = canvas
    if (current === null) return undefined
    const wanted = new AbortController()
    const picture = { place: { latitude, longitude }, zoom, archive, size, mapTheme }
    void drawPicture(current, picture, wanted.signal)
    return () => wanted.abort()
  }, [latitude, longitude, zoom, archive, size, mapTheme])
  return <canvas ref={canvas} className={styles.drawn} aria-hidden="true" />
}
