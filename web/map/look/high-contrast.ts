import * as z from 'zod/mini'
import { recall, remember } from '#web/browser/remembered.ts'

/*
 * Whether the map is to be read in bright sunlight: a choice of this browser that all its maps share. A window that asks for
 * more contrast begins with it.
 */

let chosen: boolean | null = null
const listeners = new Set<() => void>()

export function isHighContrast(): boolean {
  chosen ??= recall('sunMap', z.boolean())
  return chosen ?? window.matchMedia('(prefers-contrast: more) and (prefers-color-scheme: light)').matches
}

export function chooseHighContrast(isHigh: boolean): void {
  chosen = isHigh
  remember('sunMap', isHigh)
  for (const listener of listeners) listener()
}

export function onHighContrast(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
