import { describe, expect, test } from 'vitest'
import { spur } from '#domain/testing/device-details.ts'
import type { Device } from '#contract/devices/devices.ts'
import type { Licence } from '#contract/licences/licences.ts'
import {
  activationEffects,
  assignmentEffects,
  licenceMoves,
  obviousDevice,
  releaseEffects,
  transferEffects,
} from './licence-moves.ts'
import { licenceCounts, licenceWords } from './licence-words.ts'

const now = new Date('2026-11-21T12:00:00Z')

const roller = device('roller', 'Roller')
const enduro = device('enduro', 'Enduro', {
  hasActiveLicense: true,
  activeLicense: { id: 'standard', licenseType: 'STANDARD', expiresAt: '2027-02-01T12:00:00Z' },
})
const premium = licence({ devices: [{ id: 'roller', deviceName: 'Roller' }], deviceCount: 1 })

describe('a licence is described with what stops on its last day', () => {
  test.each([
    ['2027-11-21T12:00:00Z', 'active', 'bis 21.11.2027 · noch 365 Tage', false],
    ['2026-12-21T12:00:00Z', 'expiring', 'bis 21.12.2026 · noch 30 Tage', true],
    ['2026-11-21T13:00:00Z', 'expiring', 'bis 21.11.2026 · noch 1 Tag', true],
    ['2026-11-21T12:00:00Z', 'expired', 'abgelaufen am 21.11.2026', true],
    [null, 'unused', 'Die Laufzeit beginnt mit dem Einlösen.', false],
  ])('ending %s: %s', (expiresAt, status, term, renewalDue) => {
    expect(licenceWords({ ...premium, expiresAt }, [roller], now)).toMatchObject({ status, term, renewalDue })
  })

  test('with the names of its devices, before and after that day', () => {
    const consequence = (expiresAt: string, devices: Licence['devices']) =>
      licenceWords({ ...premium, expiresAt, devices }, [], now).consequence
    const both = [...premium.devices, { id: 'enduro', deviceName: 'Enduro' }]
    expect(consequence('2027-01-01T12:00:00Z', both)).toBe(
      'An diesem Tag endet die Positionsaufzeichnung von „Roller“ und „Enduro“.',
    )
    expect(consequence('2026-01-01T12:00:00Z', premium.devices)).toBe(
      'Von „Roller“ werden keine Positionen mehr aufgezeichnet.',
    )
    expect(consequence('2027-01-01T12:00:00Z', [])).toBe('Zurzeit nutzt sie kein Gerät.')
  })

  test('and with a remark about devices that do not report any more', () => {
    const silentRoller = { ...roller, isOnline: false, lastActiveAt: '2026-11-10T12:00:00Z' }
    expect(licenceWords(premium, [roller, enduro], now).silence).toBeNull()
    expect(licenceWords(premium, [silentRoller], now).silence).toBe(
      '„Roller“ meldet sich seit 11 Tagen nicht. Prüfen Sie das Gerät, bevor Sie verlängern.',
    )
    const silentEnduro = { ...enduro, isOnline: false, lastActiveAt: null }
    const both = { ...premium, devices: [...premium.devices, { id: enduro.id, deviceName: enduro.deviceName }] }
    expect(licenceWords(both, [silentRoller, silentEnduro], now).silence).toBe(
      '„Roller“ meldet sich seit 11 Tagen nicht. „Enduro“ hat sich noch nie gemeldet. Prüfen Sie die Geräte, bevor Sie verlängern.',
    )
  })
})

test('the overview leaves out counts of zero', () => {
  expect(licenceCounts({ active: 2, expiring: 1, expired: 0, unused: 0 })).toEqual(['2 gültig', '1 läuft bald ab'])
  expect(licenceCounts({ active: 0, expiring: 2, expired: 1, unused: 3 })).toEqual([
    '2 laufen bald ab',
    '1 abgelaufen',
    '3 noch nicht eingelöst',
  ])
})

test.each([
  ['with a free seat and another device', { seats: 2 }, [roller, enduro], [true, true, true]],
  ['with every seat taken', {}, [roller, enduro], [false, true, true]],
  ['without another device', { seats: 2 }, [roller], [false, false, true]],
  ['that has ended', { seats: 2, expiresAt: '2026-01-01T12:00:00Z' }, [roller, enduro], [false, false, true]],
  ['that nobody uses', { devices: [], deviceCount: 0 }, [roller], [true, false, false]],
  ['whose days have not begun', { expiresAt: null, devices: [], deviceCount: 0 }, [roller], [false, false, false]],
])('a licence %s', (_, change, devices, [assign, transfer, release]) => {
  expect(licenceMoves({ ...premium, ...change }, devices, now)).toEqual({ assign, transfer, release })
})

test.each([
  ['the only device', [enduro], 'enduro'],
  ['the only one without a licence', [enduro, roller], 'roller'],
  ['none of several without a licence', [roller, device('auto', 'Auto')], undefined],
  ['nothing without devices', [], undefined],
])('a new licence suggests %s', (_, devices, id) => {
  expect(obviousDevice(devices)?.id).toBe(id)
})

describe('the effect of an action is shown beforehand', () => {
  test('of giving a licence to a device that has another', () => {
    expect(assignmentEffects(premium, enduro)).toEqual([
      '„Enduro“ nutzt die Lizenz PREMIUM bis 01.06.2027.',
      'Seine bisherige Lizenz STANDARD (bis 01.02.2027) wird frei.',
    ])
  })

  test('of moving it', () => {
    expect(transferEffects(premium, roller, device('auto', 'Auto'))).toEqual([
      '„Auto“ nutzt die Lizenz PREMIUM bis 01.06.2027.',
      '„Roller“ hat danach keine Lizenz: Es werden keine Positionen mehr aufgezeichnet. Mit einer neuen Lizenz aktivieren Sie das Tracking selbst wieder.',
    ])
  })

  test('of taking it back', () => {
    expect(releaseEffects(premium)).toEqual([
      '„Roller“ hat danach keine Lizenz: Es werden keine Positionen mehr aufgezeichnet. Mit einer neuen Lizenz aktivieren Sie das Tracking selbst wieder.',
      'Die Laufzeit der Lizenz läuft weiter. Sie bleibt in Ihrem Konto.',
    ])
  })

  test('of a key, with and without a device', () => {
    expect(activationEffects(null)).toEqual(['Die Laufzeit beginnt mit dem Einlösen.'])
    expect(activationEffects(enduro)).toEqual([
      '„Enduro“ nutzt die neue Lizenz ab sofort.',
      'Seine bisherige Lizenz STANDARD (bis 01.02.2027) wird frei.',
      'Die Laufzeit beginnt mit dem Einlösen.',
    ])
  })
})

function device(id: string, deviceName: string, change: Partial<Device> = {}): Device {
  return {
    id,
    imei: '350000000000001',
    ...spur,
    deviceName,
    isOnline: true,
    hasActiveLicense: false,
    activeLicense: null,
    hasPosition: false,
    hasFix: false,
    registeredAt: '2026-01-01T12:00:00Z',
    lastActiveAt: '2026-11-21T11:59:00Z',
    battery: null,
    externalPower: null,
    loss: null,
    offer: null,
    deviceModel: 'Lotse',
    demo: false,
    ...change,
  }
}

function licence(change: Partial<Licence>): Licence {
  return {
    id: 'premium',
    licenseType: 'PREMIUM',
    licenseKey: 'AAAA-BBBB',
    expiresAt: '2027-06-01T12:00:00Z',
    deviceCount: 0,
    seats: 1,
    devices: [],
    demo: false,
    ...change,
  }
}
