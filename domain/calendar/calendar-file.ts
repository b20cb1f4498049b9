/*
 * A calendar of whole days that calendar programs subscribe to (iCalendar, RFC 5545).
 */

export interface CalendarEntry {
  /** Stays the same as long as it is about the same: programs replace entries by it. */
  id: string
  /** `2027-05-31` */
  day: string
  title: string
  detail: string
}

const longestLineOctets = 75

/** @param madeAt when it was read. */
export function calendarFile(name: string, entries: readonly CalendarEntry[], madeAt: Date): string {
  const stamp = `${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wegwarte//Termine//DE',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    // RFC 7986: how often programs should look, in a form of each kind of program.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...entries.flatMap((entry) => event(entry, stamp)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function event({ id, day, title, detail }: CalendarEntry, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@wegwarte`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(detail)}`,
    // It does not make its owner busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** RFC 5545, section 3.3.11. Other control characters are not allowed in a text. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

const octets = new TextEncoder()

/** RFC 5545, section 3.1: lines of 75 octets at most, the next begins with a space; no character is divided. */
function folded(line: string): string {
  const parts: string[] = []
  let [part, length] = ['', 0]
  for (const character of line) {
    const size = octets.encode(character).length
    if (length + size > longestLineOctets) {
      parts.push(part)
      // The space counts.
      ;[part, length] = ['', 1]
    }
    part += character
    length += size
  }
  return [...parts, part].join('\r\n ')
}
