import type { Report } from './protocol.ts'

/**
 * The reports of one message in the order of measurement: some trackers empty their buffer from its end (protocols, section
 * 0.4). A report without a time is from now.
 */
export function oldestFirst(reports: readonly Report[]): Report[] {
  return reports.toSorted((one, other) => timeOf(one) - timeOf(other))
}

function timeOf({ fix }: Report): number {
  return fix?.recordedAt.getTime() ?? Number.MAX_SAFE_INTEGER
}
