import { expect, test } from 'vitest'
import { longestPushBytes } from './encryption.ts'
import { pushText } from './push-text.ts'

const message = {
  title: 'Wegwarte',
  body: 'Ihr Motorrad fährt.',
  tag: 'alarm',
  path: '/tracking',
  answer: 'a'.repeat(43),
}
const read = (bytes: Buffer) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))

test('a message that fits is sent as it is', () => {
  expect(read(pushText(message, longestPushBytes))).toEqual(message)
  const exact = JSON.stringify(message)
  expect(pushText(message, Buffer.byteLength(exact)).toString()).toBe(exact)
})

test.each([
  ['letters', 'x'],
  ['umlauts', 'ü'],
  ['pictures', '🏍️'],
  ['what JSON writes longer', '"\u0001\\'],
])('a long text of %s is shortened so that the message can be read, whatever its length', (_name, piece) => {
  for (let pieces = 300; pieces < 4_200; pieces += 131) {
    const body = piece.repeat(pieces)
    const bytes = pushText({ ...message, body }, longestPushBytes)
    expect(bytes.length).toBeLessThanOrEqual(longestPushBytes)
    const said = read(bytes)
    expect(said).toEqual({ ...message, body: said.body })
    if (said.body === body) continue
    expect(said.body).toMatch(/…$/)
    expect(body.startsWith(said.body.slice(0, -1))).toBe(true)
    expect(said.body.isWellFormed()).toBe(true)
    // No more is left out than has to be.
    expect(bytes.length).toBeGreaterThan(longestPushBytes - 24)
  }
})

test('a title that is too long is shortened once there is nothing else to shorten', () => {
  const said = read(pushText({ ...message, title: 'ü'.repeat(5_000) }, longestPushBytes))
  expect(said).toMatchObject({ body: '', tag: 'alarm', path: '/tracking' })
  expect(said.title).toMatch(/^ü+…$/)
})

test('what leads somewhere is never shortened', () => {
  expect(() => pushText({ ...message, answer: 'a'.repeat(5_000) }, longestPushBytes)).toThrow('too long')
})
