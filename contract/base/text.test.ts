import { describe, expect, test } from 'vitest'
import { credentials } from '#contract/auth/auth.ts'
import { contactMessage } from '#contract/contact.ts'
import { deviceAddition, deviceChange } from '#contract/devices/devices.ts'
import { dossierEntry } from '#contract/dossier/dossier-details.ts'

const names = {
  'of a device': (name: string) => deviceChange.shape.deviceName.safeParse(name).success,
  'of a new device': (name: string) => deviceAddition.shape.deviceName.safeParse(name).success,
  'of a vehicle': (name: string) => deviceChange.shape.vehicleBrand.safeParse(name).success,
  'of an owner': (name: string) => dossierEntry.shape.ownerName.safeParse(name).success,
  'of who writes to the support': (name: string) => contactMessage.shape.name.safeParse(name).success,
  'of what the support is written about': (name: string) => contactMessage.shape.subject.safeParse(name).success,
}

describe.each(Object.entries(names))('a name %s', (_name, accepts) => {
  test.each(['Kawasaki Z 900', 'Mein Auto 🏍️', 'Familie 👩‍👧', 'Größe „L“', ' am Rand '])('can be %j', (name) => {
    expect(accepts(name)).toBe(true)
  })

  test.each(['a\nb', 'a\rb', 'a\u2028b', 'a\u2029b', 'a\u202eb', 'a\u2067b', 'a\u200fb', 'a\u0007b', 'a\u0085b'])(
    'has neither line breaks nor what turns the direction of writing: %j',
    (name) => {
      expect(accepts(name)).toBe(false)
    },
  )
})

describe('an e-mail address', () => {
  const accepts = (address: string) => credentials.shape.email.safeParse(address).success

  test.each([
    'anna@beispiel.de',
    ' anna@beispiel.de ',
    'a+b_c.d@sub.beispiel.co',
    "o'neil@xn--mller-kva.de",
    'ä@müller.de',
  ])('can be %j', (address) => {
    expect(accepts(address)).toBe(true)
  })

  test.each([
    'x<evil@evil.example>',
    'a@b',
    'a@b..c',
    'a@.b.c',
    'a@b.c.',
    'a@b@c.d',
    'a,b@c.de',
    'a@c.de,x@c.de',
    'a;b@c.de',
    '"a"@c.de',
    'a\u202eb@c.de',
    'a\u200bb@c.de',
    'a\u0000@c.de',
    `${'a'.repeat(250)}@c.de`,
  ])('cannot be %j', (address) => {
    expect(accepts(address)).toBe(false)
  })
})
