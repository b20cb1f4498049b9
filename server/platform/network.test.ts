import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  { address: '192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2' },
  { address: '2001:0DB8:0001:2::9', network: '2001:db8:1:2' },
  { address: '2001:db8::1', network: '2001:db8:0:0' },
  { address: '2001:db8::5:6:7:8:9', network: '2001:db8:0:5' },
  { address: 'fe80::1%eth0', network: 'fe80:0:0:0' },
  { address: '::1', network: '0:0:0:0' },
  // Some proxies write the client's address like this: every connection has another port.
  { address: '192.0.2.7:49152', network: '192.0.2.7' },
  { address: '[2001:db8:1:2::9]:49152', network: '2001:db8:1:2' },
  { address: '[2001:db8:1:2::9]', network: '2001:db8:1:2' },
  { address: '::ffff:c000:207', network: '192.0.2.7' },
])('$address is counted as $network', ({ address, network }) => {
  expect(networkOf(address)).toBe(network)
})
