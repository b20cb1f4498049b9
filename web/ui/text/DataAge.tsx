import { useDataAge } from './data-age.ts'
import styles from './DataAge.module.css'
import { NoConnectionIcon } from '#web/ui/pictures/icons.tsx'

interface KnownAgeProps {
  /** The query that the data beside it is from. */
  of: { dataUpdatedAt: number }
}

/** Beside data that cannot be renewed: how old it is. Nothing while the server answers. */
export function DataAge({ of: { dataUpdatedAt } }: KnownAgeProps) {
  const age = useDataAge(dataUpdatedAt === 0 ? null : dataUpdatedAt)
  if (age === null) return null
  return (
    <p className={styles.age}>
      <NoConnectionIcon className={styles.icon} />
      {age}
    </p>
  )
}
