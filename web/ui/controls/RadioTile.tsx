import type { ComponentPropsWithRef } from 'react'
import styles from './RadioTile.module.css'

interface RadioTileProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** For a few tiles, with words of two lines. */
  roomy?: boolean
}

/** A radio button as a tile: its words beside the browser's own mark; all of the tile can be pressed. */
export function RadioTile({ roomy = false, children, ...radio }: RadioTileProps) {
  return (
    <label className={styles.tile} data-roomy={roomy || undefined}>
      <input {...radio} type="radio" className={styles.radio} />
      {children}
    </label>
  )
}
