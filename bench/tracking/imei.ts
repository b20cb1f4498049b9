/** Of the trackers that are measured. */
export function imeiOf(tracker: number): string {
  return String(351_000_000_000_000 + tracker)
}
