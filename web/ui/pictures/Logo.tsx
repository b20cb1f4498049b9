import { classes } from '#web/ui/layout/classes.ts'
import styles from './Logo.module.css'

interface MarkProps {
  /** Pixels. */
  size?: number
}

const petals = Array.from({ length: 9 }, (_, petal) => petal * 40)

/**
 * The chicory's blossom seen from above: petals cut off straight with a notch, as the plant has them, on 24 × 24. The
 * middle is the reflector of a guide post.
 */
export function LogoMark({ size = 32 }: MarkProps) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <g fill="var(--color-petal)">
        {petals.map((angle) => (
          <path key={angle} d="M11.1 8.2 9.2 1.5 11 .9l1 1 1-1 1.8.6-1.9 6.7z" transform={`rotate(${angle} 12 12)`} />
        ))}
      </g>
      <circle cx="12" cy="12" r="2.6" fill="var(--color-brand)" />
    </svg>
  )
}

/** Mark and name. */
export function Logo({ size = 32, className }: MarkProps & { className?: string | undefined }) {
  return (
    <span className={classes(styles.logo, className)}>
      <LogoMark size={size} />
      <span>Wegwarte</span>
    </span>
  )
}
