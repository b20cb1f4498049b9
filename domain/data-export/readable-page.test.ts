import { expect, test } from 'vitest'
import { activityKinds } from '#contract/activity/activity.ts'
import { readablePage, type ReadablePart } from './readable-page.ts'

const account = { email: 'anna@example.org', createdAt: new Date('2026-11-22T11:00:00Z'), lacksPlaces: false }

function written(...parts: ReadablePart[]): string {
  return [...readablePage(account, parts)].join('')
}

const part = (rows: ReadablePart['rows'], count = rows.length): ReadablePart => ({
  title: 'Geräte',
  columns: [{ name: 'kind', title: 'Art' }],
  rows,
  count,
})

test('says whose data it is and when it was made, in German time', () => {
  expect(written()).toContain('was am 22.11.2026, 12:00 (deutsche Zeit) zum Konto anna@example.org gespeichert war')
})

test('says that places are missing where they are', () => {
  const lacking = [...readablePage({ ...account, lacksPlaces: true }, [])].join('')
  expect(lacking).toContain('fehlen alle Orte in Ihren Privatzonen')
  expect(written()).not.toContain('Privatzonen')
})

test('has each part as a table, and says where there is nothing', () => {
  const page = written(part([{ kind: 'TOW' }]), { ...part([]), title: 'Bilder' })
  expect(page).toContain('<h2 id="teil-1">Geräte</h2>')
  expect(page).toContain('<th scope="col">Art</th>')
  expect(page).toMatch(/<h2 id="teil-2">Bilder<\/h2>\n<p class="none">Dazu ist nichts gespeichert/)
})

test('says how many there are where it lists only the first', () => {
  expect(written(part([{ kind: 'TOW' }], 1500))).toContain('die ersten 1 von 1.500')
  expect(written(part([{ kind: 'TOW' }]))).not.toContain('die ersten')
})

test('tells what happened in the account in German', () => {
  const page = written(part(activityKinds.map((kind) => ({ kind }))))
  expect(activityKinds.filter((kind) => page.includes(`<td>${kind}</td>`))).toEqual([])
})

test.each([
  ['a code of the product in German', 'kind', 'TOW', '<td>Abschleppen</td>'],
  ['an unknown code as it is', 'kind', 'NEWS', '<td>NEWS</td>'],
  ['a name that looks like a code as it is', 'name', 'TOW', '<td>TOW</td>'],
  ['an instant in German time', 'at', new Date('2026-06-01T10:00:00Z'), '<td>01.06.2026, 12:00</td>'],
  ['a number', 'latitude', 49.00694, '<td>49,00694</td>'],
  ['yes', 'given', true, '<td>ja</td>'],
  ['no', 'given', false, '<td>nein</td>'],
  ['nothing', 'name', null, '<td><span class="none">–</span></td>'],
  ['what has parts of its own', 'settings', { a: ['<'] }, '<td><code>{&quot;a&quot;:[&quot;&lt;&quot;]}</code></td>'],
  ['markup as text', 'name', '<img src=x onerror="y">&', '<td>&lt;img src=x onerror=&quot;y&quot;&gt;&amp;</td>'],
])('%s is shown for people', (_, name, value, expected) => {
  const page = written({ title: 'x', columns: [{ name, title: 'y' }], rows: [{ [name]: value }], count: 1 })
  expect(page).toContain(expected)
})
