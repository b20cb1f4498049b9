import type { World } from '#domain/demo/demo.ts'

/** Makes one for each world: users of the demo world see nothing real, and the other way round. */
export function perWorld<T>(make: (world: World) => T): Record<World, T> {
  return { real: make('real'), demo: make('demo') }
}
