import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export interface TestReceiver {
  publicKey: Buffer
  secret: Buffer
  /** The text of a message for this receiver. Throws for messages to others. */
  decrypt(message: Buffer): Buffer
}

/** The browser's side of RFC 8291, with keys of its own. */
export function newReceiver(): TestReceiver {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const secret = randomBytes(16)
  const derive = (ikm: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, info, length))
  return {
    publicKey,
    secret,
    decrypt(message) {
      const salt = message.subarray(0, 16)
      const keyEnd = 21 + message.readUInt8(20)
      const sender = message.subarray(21, keyEnd)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const agreed = derive(pair.computeSecret(sender), secret, info, 32)
      const key = derive(agreed, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(agreed, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(message.subarray(-16))
      const record = Buffer.concat([decipher.update(message.subarray(keyEnd, -16)), decipher.final()])
      return record.subarray(0, record.lastIndexOf(2))
    },
  }
}
