import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'
import styles from './QrCode.module.css'

/** A QR code, drawn here: what it says never leaves the page. Dark on light in every theme, for scanners. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { path, side } = useMemo(() => qrPath(content), [content])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className={styles.paper} width={side} height={side} />
      <path className={styles.ink} d={path} />
    </svg>
  )
}
