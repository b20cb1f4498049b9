/*
 * Columns of a statement for many rows, each as the one text that PostgreSQL reads as an array. The driver would write an
 * array element by element, with two regular expressions for each, which took a tenth of the time of storing a position.
 */

/** For `::text[]`, or an array of what is written as a text. */
export function texts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`
}

function quoted(text: string): string {
  // Looking for both takes a tenth of the time of replacing, and hardly any text has one.
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** For numbers and truths of any type. */
export function plain(values: readonly (number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/**
 * For `::double precision[]` and `to_timestamp`: seconds are written and read in half the time of a date. Exact for every
 * millisecond until the year 2242, from where on a double has less than two million steps in a second.
 */
export function seconds(times: readonly (Date | null)[]): string {
  return plain(times.map((at) => at && at.getTime() / 1000))
}
