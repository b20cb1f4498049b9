import type { InputHTMLAttributes } from 'react'
import styles from './ChipCheckbox.module.css'

/** The unseen checkbox of a chip, as large as the chip, which is its label and shows its state. */
export function ChipCheckbox(input: Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'>) {
  return <input {...input} type="checkbox" className={styles.box} />
}
