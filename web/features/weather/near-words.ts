import type { DataStatus } from '#contract/weather.ts'
import { warningTexts } from './texts.ts'
import { counted } from '#web/texts/formats.ts'

const texts = warningTexts.near

/**
 * `2 Unwetterwarnungen`: for one line above a map.
 * @param status null: not known yet.
 * @param near how many concern what the map shows; only believed if the data are there.
 */
export function nearWarningsInWords(status: DataStatus | null, failed: boolean, near: number): string {
  if (failed || status === 'unavailable') return texts.unavailable
  if (status === null) return texts.loading
  const [one, many] = texts.warnings
  if (near === 0) return status === 'ok' ? texts.none : texts.stale
  return counted(near, one ?? '', many ?? '')
}
