import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { readSettings } from '#server/config.ts'
import { registerSecurityContact, securityContact } from './security-contact.ts'

const now = new Date('2026-11-22T10:00:00Z')

test('security.txt names the contact, an end less than a year ahead, and the pages of the product', () => {
  const settings = {
    PUBLIC_URL: 'https://wegwarte.example',
    SUPPORT_MAIL: 'help@wegwarte.example',
    SECURITY_MAIL: undefined,
  }
  const text = securityContact(settings, now)
  expect(text.split('\n')).toEqual([
    'Contact: mailto:help@wegwarte.example',
    'Expires: 2027-05-21T10:00:00.000Z',
    'Preferred-Languages: de, en',
    'Canonical: https://wegwarte.example/.well-known/security.txt',
    'Policy: https://wegwarte.example/impressum',
    '',
  ])
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? []
  expect(new Date(expires).getTime() - now.getTime()).toBeLessThan(365 * dayMs)
})

test('a contact of its own goes before the support, and cannot add a line', () => {
  const settings = {
    PUBLIC_URL: 'https://wegwarte.example',
    SUPPORT_MAIL: 'help@x.example\nContact: mailto:evil@x.example',
  }
  expect(securityContact({ ...settings, SECURITY_MAIL: 'safe@x.example' }, now)).toContain(
    'Contact: mailto:safe@x.example\n',
  )
  expect(securityContact({ ...settings, SECURITY_MAIL: undefined }, now)).not.toMatch(/^Contact: mailto:evil/m)
})

test('it is plain text at its well-known address, by the clock of the product', async () => {
  const app = Fastify()
  registerSecurityContact(app, { settings: readSettings({}), clock: { now: () => now } })
  const answer = await app.inject('/.well-known/security.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toBe(
    'Contact: mailto:support@localhost\nExpires: 2027-05-21T10:00:00.000Z\nPreferred-Languages: de, en\n',
  )
})
