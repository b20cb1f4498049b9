import styles from '#web/kit/road-signs.module.css'
import { black, blue, red, type SignProps, white, yellow } from '#web/kit/sign-colours.ts'

/* Road signs that screens behind the sign-in are known by. Those of the first page are in road-signs.tsx. */

/** Sign 310, where a town begins: one's own place. */
export function TownSign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 108 72" aria-hidden="true">
      <rect x="2" y="6" width="104" height="60" rx="7" fill={yellow} />
      <rect x="5" y="9" width="98" height="54" rx="5" fill="none" stroke={black} strokeWidth="3" />
      <text x="54" y="45" textAnchor="middle" fill={black} className={styles.text}>
        Konto
      </text>
    </svg>
  )
}

/** Sign 267, no entry: for others. */
export function NoEntrySign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 72 72" aria-hidden="true">
      <circle cx="36" cy="36" r="33" fill={white} />
      <circle cx="36" cy="36" r="30.5" fill={red} />
      <path d="M14 29.5h44v13H14z" fill={white} />
    </svg>
  )
}

/** Sign 306, priority: one's own right comes first. */
export function PrioritySign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 72 72" aria-hidden="true">
      <path d="M36 3 69 36 36 69 3 36z" fill={black} stroke={black} strokeWidth="3" strokeLinejoin="round" />
      <path d="M36 5.5 66.5 36 36 66.5 5.5 36z" fill={white} />
      <path d="M36 17 55 36 36 55 17 36z" fill={yellow} stroke={black} strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}

/** Sign 308, one lane each way: one waits, one goes. */
export function BothWaysSign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 72 72" aria-hidden="true">
      <rect x="1.5" y="1.5" width="69" height="69" rx="9" fill={white} />
      <rect x="4.5" y="4.5" width="63" height="63" rx="6.5" fill={blue} />
      <path d="M44 61V30h-9l15-19 15 19h-9v31z" fill={white} />
      <path d="M17.5 12h7v30H31L21 57 11 42h6.5z" fill={red} stroke={white} strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}
