import styles from './road-signs.module.css'
import { black, blue, red, type SignProps, white, yellow } from './sign-colours.ts'

/** A blue sign with a camera: it informs, it does not forbid. */
export function CameraSign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 72 72" aria-hidden="true">
      <rect x="1.5" y="1.5" width="69" height="69" rx="9" fill={white} />
      <rect x="4.5" y="4.5" width="63" height="63" rx="6.5" fill={blue} />
      <path d="M14 27a4 4 0 0 1 4-4h6.5l4-6h15l4 6H54a4 4 0 0 1 4 4v23a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z" fill={white} />
      <circle cx="36" cy="37.5" r="10" fill={blue} />
      <circle cx="36" cy="37.5" r="5.5" fill={white} />
    </svg>
  )
}

/** Sign 101, danger. */
export function DangerSign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 72 72" aria-hidden="true">
      <path d="M36 5.5 69 64H3z" fill={white} stroke={white} strokeWidth="5" strokeLinejoin="round" />
      <path d="M36 9.5 65.5 62h-59z" fill={white} stroke={red} strokeWidth="6.5" strokeLinejoin="round" />
      <path d="M33 27h6l-1 17h-4zM33 48h6v6h-6z" fill={black} />
    </svg>
  )
}

/** Sign 1004, the plate that says how far. */
export function DistanceSign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 108 72" aria-hidden="true">
      <rect x="2" y="12" width="104" height="50" rx="5" fill={white} />
      <rect x="5.5" y="15.5" width="97" height="43" rx="3" fill="none" stroke={black} strokeWidth="2.5" />
      <path d="M18 30v17M18 30l-4.5 6M18 30l4.5 6" fill="none" stroke={black} strokeWidth="3" />
      <text x="62" y="46" textAnchor="middle" fill={black} className={styles.text}>
        500 m
      </text>
    </svg>
  )
}

/** Sign 415, a signpost on a federal road. */
export function SignpostSign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 72 72" aria-hidden="true">
      <path d="M3 18h48l18 18-18 18H3z" fill={black} />
      <path d="M6 21h43.7l15 15-15 15H6z" fill={yellow} />
      <path d="M15 43c7 0 7-14 14-14s7 9 16 7" fill="none" stroke={black} strokeWidth="4" strokeLinecap="round" />
      <path d="m41 29 8 7-8 6z" fill={black} />
    </svg>
  )
}
