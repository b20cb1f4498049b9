import { useState } from 'react'
import type * as z from 'zod/mini'

/**
 * A choice that this browser remembers, as a component's state. What is stored and no longer fits is as good as nothing.
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

/** The remembered choice, or null. */
export function recall<S extends z.ZodMiniType>(name: string, schema: S): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    // Storage is forbidden here, or holds what is no JSON: nothing is remembered.
    return null
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value))
  } catch {
    // Storage is forbidden or full: the choice holds until the page is left.
  }
}

const keyOf = (name: string) => `wegwarte.${name}`
