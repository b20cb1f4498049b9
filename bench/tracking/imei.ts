/** The IMEI of a measured tracker, by its number. */
export function imeiOf(tracker: number): string {
  return String(351_000_000_000_000 + tracker)
}
