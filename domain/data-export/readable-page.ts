import { germanTime } from '#domain/time/fix-time.ts'
import { isCode, shownWord } from './shown-words.ts'

/** A part of the export as the page shows it. */
export interface ReadablePart {
  title: string
  columns: readonly { name: string; title: string }[]
  /** The first of them. */
  rows: readonly Readonly<Record<string, unknown>>[]
  /** How many there are in all. */
  count: number
}

export interface ReadableAccount {
  email: string
  createdAt: Date
  /** What lies in the owner's privacy zones was left out. */
  lacksPlaces: boolean
}

/**
 * The page that people open first: what is in the export, each part as a table. One HTML file that needs neither network nor
 * scripts.
 */
export function* readablePage(account: ReadableAccount, parts: readonly ReadablePart[]): Generator<string, void> {
  yield opening(account)
  yield contents(parts)
  for (const [index, part] of parts.entries()) yield partOf(part, index)
  yield '</main></body></html>\n'
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1.5rem }
main { max-width: 70rem; margin: 0 auto }
h2 { margin: 2.5rem 0 .5rem }
.table { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem }
th, td { padding: .4rem .7rem; border: 1px solid #8886; text-align: left; vertical-align: top }
th { white-space: nowrap }
td { max-width: 28rem; overflow-wrap: anywhere }
.none { color: #888 }
@media print { .table { overflow: visible } }
`

function opening({ email, createdAt, lacksPlaces }: ReadableAccount): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'">
<title>Meine Daten bei Wegwarte</title><style>${style}</style></head>
<body><main>
<h1>Meine Daten bei Wegwarte</h1>
<p>Das ist alles, was am ${escaped(germanTime(createdAt))} (deutsche Zeit) zum Konto ${escaped(email)} gespeichert war.</p>
<ul>
<li><strong>README.html</strong>: diese Seite, zum Lesen. Sie lädt nichts aus dem Internet.</li>
<li><strong>daten.json</strong>: dasselbe vollständig, für Programme. <strong>schema.json</strong> beschreibt den Aufbau.</li>
<li><strong>positionen/</strong>: die Positionen der letzten 14 Tage, je Gerät eine GPX-Datei.</li>
<li><strong>bilder/</strong>: Ihre Bilder.</li>
</ul>
${lacksPlaces ? '<p><strong>Wie gewünscht fehlen alle Orte in Ihren Privatzonen</strong>, auch bei Alarmen und eigenen POIs. Freie Texte sind unverändert.</p>\n' : ''}<p>Nicht dabei sind Passwort und Schlüssel: Davon speichern wir nur Prüfwerte, mit denen niemand etwas anfangen kann, oder sie würden jemandem Ihr Konto oder Gerät öffnen. Die Datei zeigt, wo Sie waren: Bitte geben Sie sie nicht weiter.</p>
`
}

function contents(parts: readonly ReadablePart[]): string {
  const lines = parts.map(
    ({ title, count }, index) => `<li><a href="#teil-${index + 1}">${escaped(title)}</a> (${german(count)})</li>`,
  )
  return `<h2>Inhalt</h2>\n<ul>\n${lines.join('\n')}\n</ul>\n`
}

function partOf({ title, columns, rows, count }: ReadablePart, index: number): string {
  const heading = `<h2 id="teil-${index + 1}">${escaped(title)}</h2>\n`
  if (count === 0) return `${heading}<p class="none">Dazu ist nichts gespeichert.</p>\n`
  const head = columns.map((column) => `<th scope="col">${escaped(column.title)}</th>`).join('')
  const body = rows.map((row) => `<tr>${columns.map(({ name }) => `<td>${shown(name, row[name])}</td>`).join('')}</tr>`)
  const more =
    count > rows.length
      ? `<p>Das sind die ersten ${german(rows.length)} von ${german(count)}. Alle stehen in daten.json.</p>\n`
      : ''
  return `${heading}<div class="table"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>\n${more}`
}

/** A value for people. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return '<span class="none">–</span>'
  if (value instanceof Date) return escaped(germanTime(value))
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return german(value)
  if (typeof value === 'string') return escaped(shownWord(name, value))
  if (Array.isArray(value) && isCode(name)) return escaped(value.map((one) => shownWord(name, String(one))).join(', '))
  return `<code>${escaped(JSON.stringify(value))}</code>`
}

function german(value: number): string {
  return value.toLocaleString('de-DE', { maximumFractionDigits: 6 })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
