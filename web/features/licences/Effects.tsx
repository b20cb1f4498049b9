import styles from './Effects.module.css'
import { effectTexts } from './texts.ts'

/** What an action will change, shown beforehand; read out again when the choice changes. */
export function Effects({ of }: { of: readonly string[] }) {
  return (
    <div role="status">
      {of.length > 0 && (
        <div className={styles.effects}>
          <h3>{effectTexts.title}</h3>
          <ul>
            {of.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
