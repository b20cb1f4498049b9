import { Fact } from './Fact.tsx'
import styles from './Facts.module.css'

interface FactsProps {
  /** Names and values; a value that is null is not known and left out. */
  facts: readonly (readonly [name: string, value: string | null])[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) => value !== null && <Fact key={name} name={name} value={value} className={styles.fact} />,
      )}
    </dl>
  )
}
