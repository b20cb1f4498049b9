import styles from './DossierFacts.module.css'

export type Fact = readonly [name: string, value: string | null]

/** Names with their values; what is not known is left out. */
export function DossierFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value], index) =>
        value === null ? null : (
          <div key={`${name} ${index}`} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
