import type { StoredDataGroup } from '#contract/privacy.ts'
import styles from './LegalPage.module.css'

export function DataRecords({ groups }: { groups: readonly StoredDataGroup[] }) {
  return groups.map(({ title, records }) => (
    <section key={title} className={styles.group}>
      <h3>{title}</h3>
      <ul>{records.map(recordItem)}</ul>
    </section>
  ))
}

function recordItem({ id, title, what, purpose, basis, kept, seenBy }: StoredDataGroup['records'][number]) {
  return (
    <li key={id}>
      <strong>{title}:</strong> {what}
      <p className={styles.fine}>
        Wozu: {purpose}. Rechtsgrundlage: {basis}. Wie lange: {kept}
        {seenBy !== null && ` Wer sonst davon erfährt: ${seenBy}`}
      </p>
    </li>
  )
}
