import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Reply } from '#contract/base/endpoint.ts'
import type { NewPasskeyAnswer, PasskeyAnswer, passkeys } from '#contract/passkeys/passkeys.ts'

type Creation = Reply<typeof passkeys.beginRegistration>
type Request = Reply<typeof passkeys.beginSignIn>

/** What an answer may lie about; a test changes one thing at a time. */
export interface Lies {
  origin?: string
  rpId?: string
  /** Whether somebody was there, and whether it was the owner. */
  present?: boolean
  verified?: boolean
  userHandle?: string
  /** Of the client data: `webauthn.create` or `webauthn.get`. */
  type?: string
  /** The key that signs. */
  signer?: KeyObject
}

/** An authenticator in software with one key (ES256), as WebAuthn, section 6, describes it. */
export class Authenticator {
  readonly credentialId = randomBytes(32)
  readonly origin: string
  /** How often it says it was used; 0 throughout: it does not count. */
  counter = 0
  counts = true
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** The account that the key was made for. */
  private userHandle = 'nobody'

  constructor(publicUrl: string) {
    this.origin = new URL(publicUrl).origin
  }

  create(options: Creation, lies: Lies = {}): NewPasskeyAnswer {
    this.userHandle = options.user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const key = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.coseKey()])
    const data = Buffer.concat([this.authenticatorData(options.rp.id, lies, 0x40), key])
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    return {
      ...this.named(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, lies),
        attestationObject: Buffer.concat([head, size, data]).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  prove(options: Request, lies: Lies = {}): PasskeyAnswer {
    if (this.counts) this.counter += 1
    const authenticatorData = this.authenticatorData(options.rpId, lies)
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, lies)
    const clientHash = hash('sha256', Buffer.from(clientDataJSON, 'base64url'), 'buffer')
    const signed = Buffer.concat([authenticatorData, clientHash])
    return {
      ...this.named(),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, lies.signer ?? this.keys.privateKey).toString('base64url'),
        userHandle: lies.userHandle ?? this.userHandle,
      },
    }
  }

  private named() {
    const id = this.credentialId.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  private clientData(type: string, challenge: string, lies: Lies): string {
    const data = { type: lies.type ?? type, challenge, origin: lies.origin ?? this.origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  private authenticatorData(rpId: string, { present = true, verified = true, ...lies }: Lies, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = Number(present) + 4 * Number(verified) + more
    return Buffer.concat([hash('sha256', lies.rpId ?? rpId, 'buffer'), Buffer.from([flags]), counter])
  }

  /** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const from = (hex: string) => Buffer.from(hex, 'hex')
    return Buffer.concat([
      from('a5010203262001215820'),
      Buffer.from(x, 'base64url'),
      from('225820'),
      Buffer.from(y, 'base64url'),
    ])
  }
}
