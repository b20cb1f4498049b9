import { expect, test } from 'vitest'
import { browserRecords } from '#contract/browser-storage.ts'
import { basisInWords, dataRecords } from '#contract/data-protection.ts'
import { render } from '#web/prerender.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'

test('the privacy page says of each kind of stored data what it is, why, on which ground and how long', async () => {
  const html = await render([{ path: '/', Component: PrivacyPage }], '/')
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')
  for (const { title, what, purpose, basis, kept, seenBy = '' } of dataRecords) {
    expect(text).toContain(`${title}: ${what}`)
    expect(text).toContain(`Wozu: ${purpose}. Rechtsgrundlage: ${basisInWords(basis)}. Wie lange: ${kept}`)
    expect(text).toContain(seenBy)
  }
  for (const { what, purpose } of browserRecords) expect(text).toContain(`${what}, ${purpose}`)
})
