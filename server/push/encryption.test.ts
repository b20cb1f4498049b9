import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush, longestPushBytes, pushCurve } from './encryption.ts'
import { newReceiver } from './testing/receiver.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('reproduces the example of RFC 8291, appendix A, byte for byte', () => {
  const sender = createECDH(pushCurve)
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const receiver = {
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    secret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const text = Buffer.from('When I grow up, I want to be a watermelon')
  const once = { sender, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') }
  expect(encryptPush(text, receiver, 0, once).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('only the receiver can read it, and its length reveals nothing', () => {
  const receiver = newReceiver()
  const messages = ['', 'Test-Alarm', 'ü'.repeat(400)].map((text) => ({
    text,
    sent: encryptPush(Buffer.from(text), receiver, 1_024),
  }))
  for (const { text, sent } of messages) {
    expect(receiver.decrypt(sent).toString()).toBe(text)
    expect(() => newReceiver().decrypt(sent)).toThrow()
  }
  expect(new Set(messages.map(({ sent }) => sent.length)).size).toBe(1)
})

test('the longest message is as long as push services accept', () => {
  const receiver = newReceiver()
  expect(encryptPush(Buffer.alloc(longestPushBytes), receiver)).toHaveLength(4096)
})

test('a key that is no point of the curve is refused', () => {
  expect(() => encryptPush(Buffer.from(''), { publicKey: Buffer.alloc(65, 4), secret: Buffer.alloc(16) })).toThrow()
})
