import { isCallProblem } from './call-problem.ts'
import { generalErrors } from '#web/texts/general.ts'

const browsersWords: ReadonlySet<string> = new Set(Object.values(generalErrors))

/** The server's own words if it understood and refused, even with a code that only a newer server knows; else null. */
export function serverMessageOf(error: unknown): string | null {
  // The browser's own text for an answer without words does not count.
  const isRefusal =
    isCallProblem(error) && error.status >= 400 && error.status < 500 && !browsersWords.has(error.message)
  return isRefusal ? error.message : null
}
