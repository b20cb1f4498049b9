import { expect, test } from 'vitest'
import { readTripAddress, tripAddress } from './trip-address.ts'

const deviceId = '0197a3c2-7c1e-7b5a-9d5e-0123456789ab'
const at = '2026-06-12T15:40:18.000Z'

test('the address of a trip leads to it again', () => {
  const address = tripAddress({ deviceId, at })
  expect(readTripAddress(new URL(address, 'https://wegwarte.example').searchParams)).toEqual({ deviceId, at })
})

test.each(['', `device=${deviceId}`, `device=${deviceId}&at=yesterday`, `at=${at}`])(
  '„%s“ leads to no trip',
  (search) => {
    expect(readTripAddress(new URLSearchParams(search))).toBeNull()
  },
)
