import type { PhoneChannel } from '#contract/phones/phone-channel.ts'

/** A text message, or words that a call speaks. */
export interface PhoneMessage {
  /** The same each time that the same message is handed over: its sender sends it once. */
  id: string
  channel: PhoneChannel
  /** E.164, such as +491701234567. Never logged. */
  to: string
  text: string
}

/** `TAKEN`: accepted, and sent by the provider. `LATER`: not now. `REFUSED`: never to this number. */
export type PhoneOutcome = 'TAKEN' | 'LATER' | 'REFUSED'

/** Who sends text messages and makes calls for the operator. */
export interface PhoneProvider {
  /** Never rejects. */
  send(message: PhoneMessage): Promise<PhoneOutcome>
}
