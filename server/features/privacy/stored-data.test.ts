import { expect, test } from 'vitest'
import { privacy } from '#contract/privacy.ts'
import { registers } from '#server/registers.ts'
import { storedData } from './stored-data.ts'

const groups = storedData(registers)

test('the privacy page gets all that the registers say to people, each once and in their order', () => {
  expect(privacy.show.reply.parse(groups)).toEqual(groups)
  expect(groups.map(({ title }) => title)).toEqual([
    'Konto und Anmeldung',
    'Geräte und Lizenzen',
    'Positionen und Diebstahlalarm',
    'Karte und Warnungen',
    'Nachrichten und Protokolle',
  ])
  const said = registers.flatMap(({ about }) => (about === null ? [] : [about]))
  expect(groups.flatMap(({ records }) => records.map(({ id }) => id)).toSorted()).toEqual(
    said.map(({ id }) => id).toSorted(),
  )
  const [account] = groups
  expect(account?.records.map(({ id }) => id).slice(0, 3)).toEqual(['account', 'sessions', 'known-networks'])
})

test.each([
  ['attempts', 'berechtigtes Interesse (Art. 6 Abs. 1 f DSGVO): Schutz vor Missbrauch', null],
  ['licences', 'Vertrag (Art. 6 Abs. 1 b DSGVO)', 'Die Mailserver auf dem Weg zu Ihrem Postfach.'],
])('what is said of %s names the legal basis, and who else gets to know it', (id, basis, seenBy) => {
  expect(groups.flatMap(({ records }) => records).find((record) => record.id === id)).toMatchObject({ basis, seenBy })
})
