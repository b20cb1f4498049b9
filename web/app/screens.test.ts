import { expect, test } from 'vitest'
import { screenOf, screens } from './screens.ts'

/** The specification's section 2: the header's title, who may visit, and the breadcrumbs. */
test.each([
  ['/', 'Startseite', 'public', undefined],
  ['/login', 'Anmelden', 'signed-out', undefined],
  ['/register', 'Registrieren', 'signed-out', undefined],
  ['/email-verification', 'E-Mail-Bestätigung', 'public', undefined],
  ['/verify-email', 'E-Mail-Bestätigung', 'public', undefined],
  ['/imei-verification', 'IMEI-Bestätigung', 'public', undefined],
  ['/password-reset', 'Passwort zurücksetzen', 'public', undefined],
  ['/cancel-email-change', 'Änderung abbrechen', 'public', undefined],
  ['/device-offer', 'Gerät annehmen', 'public', undefined],
  ['/pois', 'POIs in der Umgebung', 'signed-in', 'dashboard'],
  ['/route-check', 'Route prüfen', 'signed-in', 'dashboard'],
  ['/poi-exchange', 'POIs exportieren und importieren', 'signed-in', 'dashboard'],
  ['/tracking', 'Positionstracking', 'signed-in', 'dashboard'],
  ['/404', 'Seite nicht gefunden', 'public', undefined],
])('%s is „%s“, for %s', (path, title, access, breadcrumbs) => {
  const screen = screenOf(path)
  expect([screen?.title, screen?.access, screen?.breadcrumbs]).toEqual([title, access, breadcrumbs])
})

test('only /login and /register stand without header and footer', () => {
  expect(screens.filter(({ bare }) => bare).map(({ path }) => path)).toEqual(['/login', '/register'])
})

test('no two screens share an address', () => {
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
})
