import { randomBytes } from 'node:crypto'
import { secretbox } from '@noble/ciphers/salsa.js'
import type { ClientRequest } from './http-client.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { MqttMessage } from './mqtt-client.ts'

const kmhPerMetrePerSecond = 3.6

/** A phone with OwnTracks whose owner entered the IMEI as device id, and perhaps a secret for encryption. */
export interface OwntracksPhone {
  identity: string
  /** Null: it does not encrypt. */
  encryptionSecret: string | null
}

/** The request it sends in its HTTP mode. */
export function owntracksRequest(phone: OwntracksPhone, fix: RecordedFix): ClientRequest {
  return { path: '/pub', contentType: 'application/json', body: payloadOf(phone, fix) }
}

/** What it publishes in its MQTT mode. */
export function owntracksMessage(phone: OwntracksPhone, fix: RecordedFix): MqttMessage {
  return { topic: topicOf(phone), payload: payloadOf(phone, fix) }
}

function topicOf({ identity }: OwntracksPhone): string {
  return `owntracks/simulate/${identity}`
}

function payloadOf(phone: OwntracksPhone, fix: RecordedFix): string {
  const location = JSON.stringify({
    _type: 'location',
    topic: topicOf(phone),
    tid: phone.identity.slice(-2),
    // Whole seconds, as the app counts them.
    tst: Math.floor(fix.recordedAt.getTime() / 1000),
    lat: fix.latitude,
    lon: fix.longitude,
    ...(fix.altitude !== null && { alt: Math.round(fix.altitude) }),
    ...(fix.speed !== null && { vel: Math.round(fix.speed * kmhPerMetrePerSecond) }),
    ...(fix.course !== null && { cog: Math.round(fix.course) }),
  })
  if (phone.encryptionSecret === null) return location
  const data = sealed(location, phone.encryptionSecret)
  return JSON.stringify({ _type: 'encrypted', topic: topicOf(phone), data })
}

const keyBytes = 32
const nonceBytes = 24

/** libsodium's secretbox, preceded by its nonce, in base64. The key is the secret in UTF-8, padded with zeros. */
function sealed(text: string, secret: string): string {
  const key = new Uint8Array(keyBytes)
  key.set(new TextEncoder().encode(secret).subarray(0, keyBytes))
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, secretbox(key, nonce).seal(Buffer.from(text))]).toString('base64')
}
