import { poisTexts } from '../texts.ts'

/** What is known of the dangers near the middle of the map. */
export interface Near {
  /** How many are listed so far; undefined: none have arrived yet. */
  listed: number | undefined
  /** There are more than were asked for. */
  more: boolean
  failed: boolean
  /** No category is shown. */
  hidden: boolean
}

const texts = poisTexts.near

/** `14 Gefahren in der Nähe`: the answer to „Was ist um mich?“ in one line. Not known is not the same as none. */
export function nearInWords({ listed, more, failed, hidden }: Near): string {
  if (hidden) return texts.hidden
  if (listed === undefined) return failed ? texts.failed : texts.loading
  if (listed === 0) return texts.none
  const [one = '', many = ''] = texts.dangers
  return listed === 1 ? `1 ${one}` : `${countInWords(more ? Infinity : listed)} ${many}`
}

const mostCounted = 99

/** Beyond two digits nobody rides by the number. */
export function countInWords(count: number): string {
  return count > mostCounted ? `${mostCounted}+` : `${count}`
}
