import styles from '#web/ui/controls/Button.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import { rideTexts } from '#web/texts/ride.ts'

/** „Ich fahre“ as it looks, to be known again: not to be pressed here. */
export function RideButtonPicture() {
  return (
    <span className={classes(styles.button, styles.primary, styles.large, styles.pictured)} aria-hidden="true">
      {rideTexts.ride}
    </span>
  )
}
