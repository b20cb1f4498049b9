import styles from './account-deletion.module.css'
import { deletionTexts as texts } from './texts.ts'

/** What is lost during a theft is accepted by nobody but the owner. */
export function TheftTick({ checked, onChange }: { checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{texts.theftTick}</span>
    </label>
  )
}
