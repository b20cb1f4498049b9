import { useKnownAge } from './known-age.ts'
import styles from './KnownAge.module.css'
import { NoConnectionIcon } from '#web/ui/pictures/icons.tsx'

interface KnownAgeProps {
  /** The query that the data beside it is from. */
  of: { dataUpdatedAt: number }
}

/** Beside data that cannot be renewed: how old it is. Nothing while the server answers. */
export function KnownAge({ of: { dataUpdatedAt } }: KnownAgeProps) {
  const age = useKnownAge(dataUpdatedAt === 0 ? null : dataUpdatedAt)
  if (age === null) return null
  return (
    <p className={styles.age}>
      <NoConnectionIcon className={styles.icon} />
      {age}
    </p>
  )
}
