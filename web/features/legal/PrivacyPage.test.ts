import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { browserRecords } from '#contract/base/browser-storage.ts'
import { render } from '#web/prerender.tsx'
import { DataRecords } from './DataRecords.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')

test('the privacy page says what is in the browser while the answer of the server is on its way', async () => {
  const text = textOf(await render([{ path: '/', Component: PrivacyPage }], '/'))
  for (const { what, purpose } of browserRecords) expect(text).toContain(`${what}, ${purpose}`)
})

test('of each kind of stored data is said what it is, why, on which ground, how long, and who else gets to know it', () => {
  const basis = 'Vertrag (Art. 6 Abs. 1 b DSGVO)'
  const shared = {
    what: 'Art und Schlüssel.',
    purpose: 'damit Sie sie nutzen',
    basis,
    kept: 'Solange das Konto besteht.',
  }
  const records = [
    { ...shared, id: 'licences', title: 'Lizenzen', seenBy: 'Die Mailserver.' },
    { ...shared, id: 'devices', title: 'Geräte', seenBy: null },
  ]
  const text = textOf(renderToString(createElement(DataRecords, { groups: [{ title: 'Gruppe', records }] })))
  const said =
    'Art und Schlüssel.Wozu: damit Sie sie nutzen. Rechtsgrundlage: Vertrag (Art. 6 Abs. 1 b DSGVO). Wie lange: Solange das Konto besteht.'
  expect(text).toBe(`GruppeLizenzen: ${said} Wer sonst davon erfährt: Die Mailserver.Geräte: ${said}`)
})
