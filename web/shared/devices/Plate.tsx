import { classes } from '#web/ui/layout/classes.ts'
import styles from './Plate.module.css'

interface PlateProps {
  /** As it is registered: `KA-W 123`. */
  text: string
  /** As a title. */
  large?: boolean
}

/** A number plate, as it hangs on the vehicle. */
export function Plate({ text, large = false }: PlateProps) {
  return (
    <span className={classes(styles.plate, large && styles.large)}>
      <span className="visually-hidden">Kennzeichen </span>
      {text}
    </span>
  )
}
