import styles from './Facts.module.css'

interface FactsProps {
  /** Name and value; what is null is not known and not mentioned. */
  facts: readonly (readonly [name: string, value: string | null])[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
