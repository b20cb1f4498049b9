import type { ComponentPropsWithRef } from 'react'
import styles from '#web/kit/RadioTile.module.css'

interface RadioTileProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** Where there are few of them, with words of two lines. */
  roomy?: boolean
}

/** One of a few to choose from: its words beside the browser's own mark, and all of the tile to press. */
export function RadioTile({ roomy = false, children, ...radio }: RadioTileProps) {
  return (
    <label className={styles.tile} data-roomy={roomy || undefined}>
      <input {...radio} type="radio" className={styles.radio} />
      {children}
    </label>
  )
}
