import type { Screen } from './screen.ts'
import { screens } from './screens.ts'

/** Whether an address is a screen, so that no link leads nowhere. */
export function isScreen(path: string): boolean {
  return screenOf(path) !== undefined
}

export function screenOf(path: string): Screen | undefined {
  return screens.find((screen) => isAt(path, screen.path))
}

/** @param pattern a part that begins with a colon stands for any. */
function isAt(path: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`).test(path)
}
