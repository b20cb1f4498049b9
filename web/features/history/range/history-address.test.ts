import { expect, it } from 'vitest'
import { type HistoryAddress, historyAddress, mapAddress, readHistoryAddress } from './history-address.ts'

it.each<[string, HistoryAddress]>([
  ['', { deviceId: null, choice: null }],
  ['device=abc', { deviceId: 'abc', choice: null }],
  ['device=abc&range=yesterday', { deviceId: 'abc', choice: { preset: 'yesterday' } }],
  [
    'device=abc&from=2026-06-12T08%3A00&to=2026-06-12T10%3A00',
    { deviceId: 'abc', choice: { from: '2026-06-12T08:00', to: '2026-06-12T10:00' } },
  ],
])('the address "%s" can be read and written', (search, address) => {
  expect(readHistoryAddress(new URLSearchParams(search))).toEqual(address)
  if (address.deviceId !== null) {
    expect(new URLSearchParams(historyAddress(address.deviceId, address.choice)).toString()).toBe(search)
  }
})

it.each(['range=forever', 'from=2026-06-12T08:00', 'to=2026-06-12T08:00', 'device='])(
  '"%s" asks for nothing',
  (search) => {
    expect(readHistoryAddress(new URLSearchParams(search))).toEqual({ deviceId: null, choice: null })
  },
)

it('the address that leads to the map is the same, with a hash', () => {
  expect(mapAddress('abc', { preset: 'last24Hours' })).toEqual({ search: 'device=abc&range=last24Hours', hash: '#map' })
})
