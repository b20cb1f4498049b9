import styles from '#web/kit/gaps.module.css'

/** How far apart things stand: the number of the token `--space-…`. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6

const classOf = {
  1: styles.gap1,
  2: styles.gap2,
  3: styles.gap3,
  4: styles.gap4,
  5: styles.gap5,
  6: styles.gap6,
} as const satisfies Record<Gap, string | undefined>

export function gapClass(gap: Gap): string | undefined {
  return classOf[gap]
}
