import { useEffect } from 'react'
import { useMap } from './map-context.ts'

/** Shows the hand over layers that can be clicked. */
export function usePointer(layers: readonly string[]): void {
  const { map, alive } = useMap()
  const named = layers.join(' ')
  useEffect(() => {
    const ids = named.split(' ')
    const show = (cursor: string) => () => {
      if (alive()) map.getCanvas().style.cursor = cursor
    }
    const over = map.on('mousemove', ids, show('pointer'))
    const away = map.on('mouseleave', ids, show(''))
    return () => {
      over.unsubscribe()
      away.unsubscribe()
    }
  }, [map, alive, named])
}
