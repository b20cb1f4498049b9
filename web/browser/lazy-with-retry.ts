// oxlint-disable-next-line no-restricted-imports -- everywhere else these two are used
import { type ComponentType, lazy } from 'react'
import { generalTexts } from '#web/texts/general.ts'

/** A screen, or a part that it cannot do without, could not be reached: its code or its guard failed. */
export class NavigationFailed extends Error {
  constructor(options?: ErrorOptions) {
    super(generalTexts.navigationFailed, options)
    this.name = 'NavigationFailed'
  }
}

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A part whose code is loaded when it is first shown.
 * @throws {NavigationFailed} in place of the part, when its code does not arrive.
 */
export function lazyWithRetry<Props>(load: Load<Props>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new NavigationFailed({ cause })
    }
  })
}

/** The same for a part that the screen can do without: when its code does not arrive, nothing is in its place. */
export function lazyExtra<Props>(load: Load<Props>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: Nothing }
    }
  })
}

function Nothing() {
  return null
}
