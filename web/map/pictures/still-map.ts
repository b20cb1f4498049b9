import { useCallback, useMemo, useState } from 'react'
import type { PictureView } from '#domain/geo/picture-view.ts'

/** What has been done with a map that is a picture at first. */
export interface StillMapState {
  /** Where it was moved to; null while nobody has moved it. */
  view: PictureView | null
  /** From now on the map itself is wanted. */
  touched: boolean
  /** A finger is on the picture: it stays as long. */
  held: boolean
  look(view: PictureView): void
  touch(): void
  hold(held: boolean): void
}

export function useStillMap(): StillMapState {
  const [view, look] = useState<PictureView | null>(null)
  const [touched, setTouched] = useState(false)
  const [held, hold] = useState(false)
  const touch = useCallback(() => setTouched(true), [])
  return useMemo(() => ({ view, touched, held, look, touch, hold }), [view, touched, held, touch])
}
