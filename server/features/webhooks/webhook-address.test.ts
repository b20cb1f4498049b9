import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { lookupInternet } from '#server/platform/internet-address.ts'
import { createAddressCheck } from './webhook-address.ts'

const unknown: LookupFunction = (_name, _options, callback) => callback(new Error('ENOTFOUND'), '')
const found: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }])
/** A name that leads to a private address, as anybody can make one. */
const inside: LookupFunction = (_name, options, callback) => lookupInternet('localhost', options, callback)

test.each<[address: string, lookUp: LookupFunction, code: string | null]>([
  ['https://home.example.org/hook', found, null],
  ['https://home.example.org:8123/hook', found, null],
  ['http://home.example.org/hook', found, 'WEBHOOK_ADDRESS'],
  ['https://home.example.org:22/hook', found, 'WEBHOOK_ADDRESS'],
  ['https://user:word@home.example.org/', found, 'WEBHOOK_ADDRESS'],
  ['https://169.254.169.254/latest/meta-data', found, 'WEBHOOK_ADDRESS'],
  ['https://[::1]/', found, 'WEBHOOK_ADDRESS'],
  ['https://localhost/', found, 'WEBHOOK_ADDRESS'],
  ['https://inside.example.org:8443/', inside, 'WEBHOOK_ADDRESS_PRIVATE'],
  ['https://nobody.example.org/', unknown, 'WEBHOOK_ADDRESS_UNKNOWN'],
])('%s is refused at once, or not', async (address, lookUp, code) => {
  const answer = await createAddressCheck(
    'internet',
    lookUp,
  )(address).then(
    () => ({ code: null }),
    (error: unknown) => error,
  )
  expect(answer).toMatchObject({ code })
})
