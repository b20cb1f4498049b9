import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { isInternetAddress, internetLookup, isInternetUrl, PrivateAddress, whyUnreachable } from './internet-address.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user:word@fcm.googleapis.com/', false],
  ['https://localhost/', false],
  ['https://database/', false],
  ['https://127.0.0.1/', false],
  // Both are 127.0.0.1.
  ['https://2130706433/', false],
  ['https://0x7f.1/', false],
  ['https://8.8.8.8/', false],
  ['https://[::1]/', false],
  ['https://[2606:4700::1111]/', false],
  ['file:///etc/passwd', false],
  ['no address', false],
])('%s may be a push service: %s', (address, may) => {
  expect(isInternetUrl(address, 'internet')).toBe(may)
})

test.each([
  ['http://127.0.0.1:4711/push', true],
  ['https://fcm.googleapis.com/', false],
  ['http://10.0.0.1/', false],
])("for a test's own push service %s may be one: %s", (address, may) => {
  expect(isInternetUrl(address, 'loopback')).toBe(may)
})

test.each([
  ['https://home.example.org/hook', true],
  ['https://home.example.org:8123/api/webhook/abc', true],
  ['https://home.example.org:22/', false],
  ['https://user:word@home.example.org:8123/', false],
  ['https://192.168.1.1:8123/', false],
  ['https://[::ffff:7f00:1]:8123/', false],
  ['http://home.example.org:8123/', false],
])('%s may be a webhook: %s', (address, may) => {
  expect(isInternetUrl(address, 'internet', 'free')).toBe(may)
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  // Where clouds give their machines' secrets.
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['nonsense', false],
])('%s is on the internet: %s', (address, is) => {
  expect(isInternetAddress(address)).toBe(is)
})

/** As anybody can make a name that leads to a private address beside one that does not. */
const lookupInside = internetLookup(async () => [
  { address: '8.8.8.8', family: 4 },
  { address: '127.0.0.1', family: 4 },
])

test.each([true, false])('a name that leads to a private address is not found (all: %s)', async (all) => {
  const failed = await new Promise((resolve) => lookupInside('nas.example.org', { all }, (error) => resolve(error)))
  expect(failed).toBeInstanceOf(PrivateAddress)
})

const unknown: LookupFunction = (_name, _options, callback) => callback(new Error('ENOTFOUND'), '')
const found: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }])

test.each<[address: string, lookUp: LookupFunction, why: string | null]>([
  ['https://home.example.org/hook', found, null],
  ['https://home.example.org:8123/hook', found, null],
  ['http://home.example.org/hook', found, 'form'],
  ['https://home.example.org:22/hook', found, 'form'],
  ['https://user:word@home.example.org/', found, 'form'],
  ['https://169.254.169.254/latest/meta-data', found, 'form'],
  ['https://[::1]/', found, 'form'],
  ['https://localhost/', found, 'form'],
  ['https://inside.example.org:8443/', lookupInside, 'private'],
  ['https://nobody.example.org/', unknown, 'unknown'],
])('%s is refused at once, or not', async (address, lookUp, why) => {
  expect(await whyUnreachable(address, 'internet', lookUp)).toBe(why)
})
