import styles from './gaps.module.css'

/** How far apart things stand: the number of the token `--space-…`. */
export type Gap = 1 | 2 | 3 | 5

const classOf = {
  1: styles.gap1,
  2: styles.gap2,
  3: styles.gap3,
  5: styles.gap5,
} as const satisfies Record<Gap, string | undefined>

export function gapClass(gap: Gap): string | undefined {
  return classOf[gap]
}
