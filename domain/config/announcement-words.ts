import { germanDay, germanOClock } from '#domain/time/fix-time.ts'

/** `Am 28.11.2026 von 02:00 Uhr bis 04:00 Uhr: Wir spielen eine neue Version ein.` in German time; over several days with both. */
export function announcementWords({ text, beginsAt, endsAt }: { text: string; beginsAt: Date; endsAt: Date }): string {
  const [first, last] = [germanDay(beginsAt), germanDay(endsAt)]
  const when =
    first === last
      ? `Am ${first} von ${germanOClock(beginsAt)} bis ${germanOClock(endsAt)}`
      : `Vom ${first}, ${germanOClock(beginsAt)}, bis zum ${last}, ${germanOClock(endsAt)}`
  return `${when}: ${text}`
}
