import { describe, expect, test } from 'vitest'
import {
  admitVisit,
  emailToVerify,
  redirectOfUnknownPath,
  redirectTarget,
  registrationStep,
  type ScreenAccess,
  type Visitor,
} from './guards.ts'

const email = 'fahrerin@example.org'
const user = { email, emailVerified: true, imeiVerified: true }

const nobody: Visitor = { user: null, pendingEmail: null }
const registered: Visitor = { user: null, pendingEmail: email }
const verified: Visitor = { user, pendingEmail: null }
const withoutEmail: Visitor = { user: { ...user, emailVerified: false, imeiVerified: false }, pendingEmail: null }
const withoutImei: Visitor = { user: { ...user, imeiVerified: false }, pendingEmail: null }

const visitors = { nobody, registered, verified, withoutEmail, withoutImei }

type Row = [path: string, access: ScreenAccess, expected: Record<keyof typeof visitors, string>]

const ok = 'allow'
const toEmail = '/email-verification'
const toImei = '/imei-verification'

/** One row for each kind of screen, one column for each kind of visitor: `allow`, or where the visitor is sent. */
const rows: Row[] = [
  ['/', 'public', { nobody: ok, registered: ok, verified: ok, withoutEmail: toEmail, withoutImei: toImei }],
  ...['/support', '/impressum', '/datenschutz', '/agb', '/contact', '/password-reset', '/404'].map((path): Row => {
    return [path, 'public', { nobody: ok, registered: ok, verified: ok, withoutEmail: ok, withoutImei: ok }]
  }),
  [
    '/login',
    'signed-out',
    { nobody: ok, registered: ok, verified: '/dashboard', withoutEmail: '/dashboard', withoutImei: '/dashboard' },
  ],
  [
    '/login?redirect=%2Ftracking%3Fdevice%3Da',
    'signed-out',
    {
      nobody: ok,
      registered: ok,
      verified: '/tracking?device=a',
      withoutEmail: '/tracking?device=a',
      withoutImei: '/tracking?device=a',
    },
  ],
  [
    '/login?redirect=%2F%2Fevil.example',
    'signed-out',
    { nobody: ok, registered: ok, verified: '/dashboard', withoutEmail: '/dashboard', withoutImei: '/dashboard' },
  ],
  [
    '/register',
    'signed-out',
    { nobody: ok, registered: ok, verified: '/dashboard', withoutEmail: '/dashboard', withoutImei: '/dashboard' },
  ],
  [
    '/dashboard',
    'signed-in',
    {
      nobody: '/login?redirect=%2Fdashboard',
      registered: '/login?redirect=%2Fdashboard',
      verified: ok,
      withoutEmail: toEmail,
      withoutImei: toImei,
    },
  ],
  [
    '/tracking?device=a&from=1',
    'signed-in',
    {
      nobody: '/login?redirect=%2Ftracking%3Fdevice%3Da%26from%3D1',
      registered: '/login?redirect=%2Ftracking%3Fdevice%3Da%26from%3D1',
      verified: ok,
      withoutEmail: toEmail,
      withoutImei: toImei,
    },
  ],
  ['/email-verification', 'public', { nobody: ok, registered: ok, verified: ok, withoutEmail: ok, withoutImei: ok }],
  ['/verify-email?token=x', 'public', { nobody: ok, registered: ok, verified: ok, withoutEmail: ok, withoutImei: ok }],
  [
    '/imei-verification',
    'public',
    { nobody: toEmail, registered: ok, verified: toEmail, withoutEmail: ok, withoutImei: ok },
  ],
  [
    '/imei-verification?email=neu%40example.org',
    'public',
    { nobody: ok, registered: ok, verified: ok, withoutEmail: ok, withoutImei: ok },
  ],
  [
    '/imei-verification?email=',
    'public',
    { nobody: toEmail, registered: ok, verified: toEmail, withoutEmail: ok, withoutImei: ok },
  ],
]

const cases = rows.flatMap(([address, access, expected]) =>
  Object.entries(visitors).map(([name, visitor]) => {
    const question = address.indexOf('?')
    const path = question < 0 ? address : address.slice(0, question)
    const search = question < 0 ? '' : address.slice(question)
    const want = Object.entries(expected).find(([key]) => key === name)?.[1] ?? ''
    return { address, name, visit: { path, search, access }, visitor, want }
  }),
)

describe('a visit is admitted or redirected', () => {
  test.each(cases)('$address for $name: $want', ({ visit, visitor, want }) => {
    const admission = admitVisit(visit, visitor)
    expect(admission === 'allow' ? admission : admission.redirect).toBe(want)
  })

  test('a link to a place on the map comes back after signing in, with the part after its #', () => {
    const visit = { path: '/pois', search: '', hash: '#map=12/49/8', access: 'signed-in' as const }
    const admission = admitVisit(visit, { user: null, pendingEmail: null })
    const address = admission === 'allow' ? '' : admission.redirect
    expect(redirectTarget(new URLSearchParams(address.split('?')[1]).get('redirect'))).toBe('/pois#map=12/49/8')
  })

  test('no redirect leads in a circle: each ends on a screen that admits', () => {
    const accessOf = (path: string): ScreenAccess =>
      path === '/login' ? 'signed-out' : ['/dashboard', '/tracking'].includes(path) ? 'signed-in' : 'public'
    for (const { visit, visitor } of cases) {
      let admission = admitVisit(visit, visitor)
      for (let step = 0; admission !== 'allow' && step < 5; step += 1) {
        const [path = '', query] = admission.redirect.split('?')
        admission = admitVisit(
          { path, search: query === undefined ? '' : `?${query}`, access: accessOf(path) },
          visitor,
        )
      }
      expect(admission).toBe('allow')
    }
  })
})

test.each([
  ['/auth/login', '?redirect=%2Fpois', '/login?redirect=%2Fpois'],
  ['/auth/register', '', '/register'],
  ['/verify', '?token=abc&email=a%40b.de', '/email-verification?token=abc&email=a%40b.de'],
  ['/verify/', '', '/email-verification'],
  ['/imei', '', '/imei-verification'],
  ['/gibt-es-nicht', '?x=1', '/404'],
  ['/Auth/Login', '?redirect=%2FPois', '/login?redirect=%2FPois'],
  ['/verify/abc', '', '/404'],
  ['/constructor', '', '/404'],
])('%s%s leads to %s', (path, search, target) => {
  expect(redirectOfUnknownPath(path, search)).toBe(target)
})

test.each([
  ['/tracking', '/tracking'],
  ['/tracking?device=a%2Fb&x=1#karte', '/tracking?device=a%2Fb&x=1#karte'],
  ['/', '/'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['tracking', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['\\\\evil.example', '/dashboard'],
  ['\\evil.example', '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['/\n/evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['https:evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  [' /tracking', '/dashboard'],
])('after signing in, redirect=%j leads to %s', (redirect, target) => {
  expect(redirectTarget(redirect)).toBe(target)
})

test('the address to verify is that of the query, else the stored one, else that of an unfinished account', () => {
  expect(emailToVerify('?email=neu%40example.org', registered)).toBe('neu@example.org')
  expect(emailToVerify('', registered)).toBe(email)
  expect(emailToVerify('', withoutImei)).toBe(email)
  expect(emailToVerify('', verified)).toBeNull()
})

test.each([
  ['nobody', 'none'],
  ['registered', 'email-pending'],
  ['withoutEmail', 'email-pending'],
  ['withoutImei', 'imei-pending'],
  ['verified', 'completed'],
] as const)('the registration of %s is at %s', (name, step) => {
  expect(registrationStep(visitors[name])).toBe(step)
})
