import { describe, expect, test } from 'vitest'
import { readInventoryFile } from './inventory-file.ts'
import { hashOfClaimCode } from './claim-code-hash.ts'
import { hashOf } from '#server/platform/secrets.ts'

const imei = '350000000000001'
const read = (...lines: string[]) => readInventoryFile(Buffer.from(lines.join('\n')))

describe('the secret of a device', () => {
  test('is stored only as a hash', () => {
    expect(read('imei,model,secret', `${imei},Spur,sechzehn-zeichen`)).toMatchObject({
      entries: [{ secretHash: hashOf('sechzehn-zeichen'), decryptionSecret: null }],
    })
  })

  test('is stored as it is if the device encrypts with it', () => {
    expect(read('imei;model;secret;encryption', `${imei};Spur;sechzehn-zeichen;owntracks`)).toMatchObject({
      entries: [{ secretHash: hashOf('sechzehn-zeichen'), decryptionSecret: 'sechzehn-zeichen' }],
    })
  })

  test.each([
    ['no secret', `${imei},Spur,,owntracks`, /^Zeile 2: Zur Verschlüsselung gehört ein Schlüssel/],
    ['a longer one than the apps use', `${imei},Spur,${'ä'.repeat(17)},owntracks`, /höchstens 32 Bytes/],
    ['an unknown encryption', `${imei},Spur,sechzehn-zeichen,rot13`, /nicht owntracks/],
  ])('is refused with %s, and not told', (_name, line, failure) => {
    const file = read('imei,model,secret,encryption', line)
    expect(file).toEqual({ failure: expect.stringMatching(failure) })
    expect(JSON.stringify(file)).not.toContain('sechzehn-zeichen')
  })
})

describe('the claim code of a device', () => {
  test('is stored only as a hash, however it is written; an empty one is none', () => {
    expect(read('imei,model,claimCode', `${imei},Spur,7kq2-m4tx`)).toMatchObject({
      entries: [{ claimCodeHash: hashOfClaimCode(imei, '7KQ2 M4TX') }],
    })
    for (const file of [read('imei,model', `${imei},Spur`), read('imei,model,claimCode', `${imei},Spur,`)])
      expect(file).toMatchObject({ entries: [{ claimCodeHash: null }] })
  })

  test('is refused when it is short, in words that do not contain it', () => {
    expect(read('imei,model,claimCode', `${imei},Spur,7kq-2m4-t`)).toEqual({
      failure: 'Zeile 2: Der Aktivierungscode hat weniger als 8 Buchstaben und Ziffern',
    })
  })
})

test('two devices of a file cannot have the same secret', () => {
  const lines = [`${imei},Spur,sechzehn-zeichen`, '350000000000002,Spur,sechzehn-zeichen'].join('\n')
  expect(read('imei,model,secret', lines)).toEqual({
    failure: 'Zeile 3 wiederholt eine IMEI, eine Tracker-ID oder einen Schlüssel',
  })
})

describe('protocols without a secret', () => {
  test('are allowed for each device by name, and otherwise none is', () => {
    const file = read('imei,model,secret,withoutSecret', `${imei},Spur,sechzehn-zeichen,gt06 h02`)
    expect(file).toMatchObject({ entries: [{ unprovenProtocols: ['gt06', 'h02'] }] })
    expect(read('imei,model', `${imei},Spur`)).toMatchObject({ entries: [{ unprovenProtocols: [] }] })
  })

  test('cannot be protocols that have a place for it', () => {
    expect(read('imei,model,withoutSecret', `${imei},Spur,osmand`)).toEqual({
      failure: 'Zeile 2: Ohne Schlüssel geht nur teltonika, gt06, h02, queclink, meitrack',
    })
  })
})
