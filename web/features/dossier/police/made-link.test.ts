import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DossierLink, LinkTerm } from '#contract/dossier/dossier-link.ts'
import { keep, recallAll } from '#web/api/offline/offline-store.ts'
import { session } from '#web/api/session/session.ts'
import { clock } from '#web/browser/clock.ts'
import { dropExpiredLinks, keepMadeLink, openAddress, recallMadeLink } from './made-link.ts'

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

describe('the address of a link', () => {
  const user = {
    id: 'anna',
    email: 'anna@example.org',
    createdAt: '2026-01-01T10:00:00.000Z',
    emailVerified: true,
    imeiVerified: true,
    demo: false,
  }
  const ending = (inMs: number) => ({
    ...made,
    link: { ...link, expiresAt: new Date(clock.browserNow() + inMs).toISOString() },
  })

  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    session.signIn(user, 'token')
  })
  afterEach(() => {
    session.signOut()
    vi.unstubAllGlobals()
  })

  test('is kept with the term that was chosen', async () => {
    const open = ending(60_000)
    await keepMadeLink('spur', open)
    expect(await recallMadeLink('spur', [open.link])).toEqual(open)
  })

  test('is forgotten at the next start once the link has expired, also where nobody looks at the device', async () => {
    await keepMadeLink('spur', ending(60_000))
    await keepMadeLink('enduro', ending(-1))
    await keep('token', 'police-link:of another version', 1)
    await dropExpiredLinks('token')
    expect((await recallAll('token', '')).map(({ name }) => name)).toEqual(['police-link:spur'])
  })
})
