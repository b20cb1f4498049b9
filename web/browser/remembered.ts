import { useState } from 'react'
import type * as z from 'zod/mini'

/**
 * A choice that this browser remembers, as a component's state. A stored value that no longer fits is ignored.
 * @param name of the choice, unique in the product.
 */
export function useRemembered<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  otherwise: z.output<S>,
): [z.output<S>, (value: z.output<S>) => void] {
  const [value, setValue] = useState(() => recall(name, schema) ?? otherwise)
  const choose = (next: z.output<S>) => {
    setValue(next)
    remember(name, next)
  }
  return [value, choose]
}

/** Until when something is remembered: as long as this tab is open, or by this browser. */
type Lifetime = 'tab' | 'browser'

/** What is remembered under a name, or null. */
export function recall<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  lifetime: Lifetime = 'browser',
): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(storageOf(lifetime).getItem(keyOf(name)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    // Storage is forbidden here, or holds something that is not JSON: nothing is remembered.
    return null
  }
}

export function remember(name: string, value: unknown, lifetime: Lifetime = 'browser'): void {
  try {
    storageOf(lifetime).setItem(keyOf(name), JSON.stringify(value))
  } catch {
    // Storage is forbidden or full: the choice holds until the page is left.
  }
}

const storageOf = (lifetime: Lifetime) => (lifetime === 'tab' ? sessionStorage : localStorage)
const keyOf = (name: string) => `wegwarte.${name}`
