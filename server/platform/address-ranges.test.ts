import { expect, test } from 'vitest'
import { isInOwnNetwork, publicAddressesIn } from './address-ranges.ts'

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['10.1.2.3', true],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['192.168.1.1', true],
  ['169.254.7.7', true],
  ['100.64.0.1', false],
  ['11.0.0.0', false],
  ['::1', true],
  ['[::1]', true],
  ['fd00:1::2', true],
  ['fe80::1%eth0', true],
  ['::ffff:10.1.2.3', true],
  ['::ffff:192.0.2.7', false],
  ['::', false],
  ['2001:db8::1', false],
  ['database', true],
  ['db.internal', true],
  ['DB.Home.Arpa.', true],
  ['db.example', false],
  ['internal.example', false],
  ['10.1.2.3.example', false],
])('%s is in a network of its own: %s', (host, expected) => {
  expect(isInOwnNetwork(host)).toBe(expected)
})

test.each([
  [['192.0.2.1'], 1n, 0n],
  [['192.0.2.0/24', '192.0.2.128/25', '192.0.2.7'], 256n, 0n],
  [['0.0.0.0/1', '128.0.0.0/1'], 2n ** 32n - 2n * 2n ** 24n - 2n ** 20n - 2n * 2n ** 16n, 0n],
  [['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.1', 'fc00::/7', '::1'], 0n, 0n],
  [['10.0.0.0/7'], 2n ** 24n, 0n],
  [['2001:db8::/32'], 0n, 2n ** 96n],
  [['2001:DB8::/33', '2001:db8:8000::/33', '2001:db8::1'], 0n, 2n ** 96n],
  // All of IPv4, as a socket of IPv6 sees it.
  [['::ffff:0:0/97', '::ffff:128.0.0.0/97'], 2n ** 32n - 2n * 2n ** 24n - 2n ** 20n - 2n * 2n ** 16n, 0n],
  [['::ffff:192.0.2.0/120'], 256n, 0n],
  [[], 0n, 0n],
])('%j has so many addresses of the internet', (networks, version4, version6) => {
  expect(publicAddressesIn(networks)).toEqual({ version4, version6 })
})
