import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave us to write to it: its public key, an uncompressed point of P-256, and a shared secret. */
export interface PushReceiver {
  publicKey: Buffer
  /** 16 bytes. */
  secret: Buffer
}

/** Made new for every message. */
export interface Once {
  sender: ECDH
  /** 16 bytes. */
  salt: Buffer
}

export const pushCurve = 'prime256v1'
const recordSize = 4096
const overhead = 103
/** The longest text that fits into one message with its header, as every push service accepts it (RFC 8291, section 4). */
export const longestPushBytes = recordSize - overhead

/**
 * Encrypts a message so that only the browser can read it (RFC 8291; the encoding `aes128gcm` of RFC 8188, one record).
 * @param padTo the message is padded to this many bytes, so its length reveals nothing.
 * @throws if the receiver's key is no point of the curve.
 */
export function encryptPush(text: Buffer, receiver: PushReceiver, padTo = 0, once: Once = newOnce()): Buffer {
  const { sender, salt } = once
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.publicKey, senderKey])
  const agreed = derive(sender.computeSecret(receiver.publicKey), receiver.secret, info, 32)
  const key = derive(agreed, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(agreed, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The 2 ends the last record; the rest is padding.
  const padding = Buffer.alloc(Math.max(0, padTo - text.length))
  const record = [cipher.update(text), cipher.update(Buffer.from([2])), cipher.update(padding), cipher.final()]
  return Buffer.concat([header(salt, senderKey), ...record, cipher.getAuthTag()])
}

/** Whether the keys that a browser sent are of the right kind. */
export function isReceiver({ publicKey, secret }: PushReceiver): boolean {
  if (publicKey.length !== 65 || secret.length !== 16) return false
  try {
    newOnce().sender.computeSecret(publicKey)
    return true
  } catch {
    return false
  }
}

function header(salt: Buffer, senderKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordSize, 0)
  sizes.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, sizes, senderKey])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}

function newOnce(): Once {
  const sender = createECDH(pushCurve)
  sender.generateKeys()
  return { sender, salt: randomBytes(16) }
}
