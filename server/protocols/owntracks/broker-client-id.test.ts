import { expect, test } from 'vitest'
import { brokerClientId } from './broker-client-id.ts'

const [one, another] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

test('an installation has the same name at every start, and no other has it', () => {
  expect(brokerClientId(one)).toBe(brokerClientId(Buffer.from(one)))
  expect(brokerClientId(another)).not.toBe(brokerClientId(one))
})

test('it is one that every broker takes', () => {
  expect(brokerClientId(one)).toMatch(/^[0-9a-zA-Z]{23}$/)
})
