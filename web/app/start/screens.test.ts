import { expect, test } from 'vitest'
import { screenOf } from './screen-at.ts'
import { screens } from './screens.ts'
import { addressOfStep } from '#web/app/set-up/addresses.ts'
import { setUpScreens } from '#domain/vehicles/setup.ts'

/** The specification's section 2: the header's title, who may visit, and the breadcrumbs. */
test.each([
  ['/', 'Startseite', 'public', undefined],
  ['/login', 'Anmelden', 'signed-out', undefined],
  ['/register', 'Registrieren', 'signed-out', undefined],
  ['/email-verification', 'E-Mail-Bestätigung', 'public', undefined],
  ['/verify-email', 'E-Mail-Bestätigung', 'public', undefined],
  ['/imei-verification', 'IMEI-Bestätigung', 'public', undefined],
  ['/password-reset', 'Passwort zurücksetzen', 'public', undefined],
  ['/cancel-email-change', 'Das war ich nicht', 'public', undefined],
  ['/secure-account', 'Das war ich nicht', 'public', undefined],
  ['/account-deletion', 'Löschung bestätigen', 'public', undefined],
  ['/keep-account', 'Konto doch behalten', 'public', undefined],
  ['/device-offer', 'Gerät annehmen', 'public', undefined],
  ['/driver-notice', 'Fahrzeug wird geortet', 'public', undefined],
  ['/driver-notice/sticker', 'Aufkleber', 'signed-in', 'dashboard'],
  ['/pois', 'POIs in der Umgebung', 'signed-in', 'dashboard'],
  ['/ride', 'Fahrmodus', 'signed-in', 'dashboard'],
  ['/route-check', 'Route prüfen', 'signed-in', 'dashboard'],
  ['/poi-exchange', 'POIs austauschen', 'signed-in', 'dashboard'],
  ['/tracking', 'Positionstracking', 'signed-in', 'dashboard'],
  ['/tracking/trip', 'Fahrt', 'signed-in', 'dashboard'],
  ['/own-tours', 'Eigene Touren', 'signed-in', 'dashboard'],
  ['/einrichten', 'Einrichten', 'signed-in', undefined],
  ['/fall/0a1b', 'Diebstahl', 'signed-in', 'dashboard'],
  ['/404', 'Seite nicht gefunden', 'public', undefined],
])('%s is „%s“, for %s', (path, title, access, breadcrumbs) => {
  const screen = screenOf(path)
  expect([screen?.title, screen?.access, screen?.breadcrumbs]).toEqual([title, access, breadcrumbs])
})

test('only /login, /register and the set-up are without header and footer', () => {
  const bare = screens.filter(({ frame }) => frame === 'bare').map(({ path }) => path)
  expect(bare).toEqual(['/login', '/register', '/einrichten', '/einrichten/:step'])
})

test.each(setUpScreens)('the step %s of the set-up is a screen', (step) => {
  expect(screenOf(addressOfStep(step, ''))?.title).toBe('Einrichten')
})

test.each(['/dossier', '/driver-notice'])(
  'what the police and other drivers see offers them no account: %s',
  (path) => {
    expect(screenOf(path)?.frame).toBe('neutral')
  },
)

test('no two screens share an address', () => {
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
})
