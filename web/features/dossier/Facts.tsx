import styles from './Facts.module.css'
import { dossierTexts } from './texts.ts'

/** Names and what is known under them; null is said to be missing. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value], index) => (
        <div key={`${name} ${index}`} className={styles.fact}>
          <dt>{name}</dt>
          <dd data-missing={value === null || undefined}>{value ?? dossierTexts.shared.missing}</dd>
        </div>
      ))}
    </dl>
  )
}
