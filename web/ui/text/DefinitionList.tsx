import { Definition } from './Definition.tsx'
import styles from './DefinitionList.module.css'

interface FactsProps {
  /** Names and values; a value that is null is not known and left out. */
  facts: readonly (readonly [name: string, value: string | null])[]
}

export function DefinitionList({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && <Definition key={name} name={name} value={value} className={styles.fact} />,
      )}
    </dl>
  )
}
