import { expect, test } from 'vitest'
import type { DossierLink, LinkTerm } from '#contract/dossier.ts'
import { openAddress } from './made-link.ts'

const now = new Date('2026-06-20T12:00:00Z')
const never = { revokedAt: null, lastOpenedAt: null, opened: 0 }
const link = { id: 'link', createdAt: '2026-06-20T11:00:00Z', expiresAt: '2026-06-23T11:00:00Z', ...never }
const made = { link, url: 'https://example.org/dossier#key', term: 'THREE_DAYS' } as const

test.each<[string, readonly DossierLink[], LinkTerm, string | null]>([
  ['while it is open', [link], 'THREE_DAYS', made.url],
  ['that was just made, before it is listed', [], 'THREE_DAYS', made.url],
  ['not once it is revoked', [{ ...link, revokedAt: '2026-06-20T11:30:00Z' }], 'THREE_DAYS', null],
  ['not once it has expired', [{ ...link, expiresAt: '2026-06-20T12:00:00Z' }], 'THREE_DAYS', null],
  ['not for another term', [link], 'DAY', null],
])('a link for the police is handed on %s', (_, links, term, address) => {
  expect(openAddress(made, { links, term }, now)).toBe(address)
})

test('nothing is handed on before a link is made', () => {
  expect(openAddress(null, { links: [], term: 'DAY' }, now)).toBeNull()
})
