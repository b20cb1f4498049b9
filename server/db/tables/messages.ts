import type { MessageChannel, MessageState } from '#domain/messages/messages.ts'

export interface MessagesTables {
  /** E-mails, push messages and messages to phones, waiting, on their way and sent: one row for each receiver. */
  messages: {
    /** The same at each try: an e-mail's Message-ID, or what a phone's provider knows it by. */
    id: string
    kind: string
    /** The key of what it is about: what it says is read when it is sent. */
    about: string[]
    /** Whose account it is about; null where that is gone. */
    user_id: string | null
    device_id: string | null
    /** As long as it is there, so are its messages. */
    alarm_id: string | null
    channel: MessageChannel
    /** A browser's subscription, or a contact; null: the account's owner, or whose address it is. */
    recipient: string | null
    /** An address that no other row has; only until it has ended. */
    address: string | null
    /** What it has to say word by word at each try, such as the token of its link; only until it has ended. */
    words: string | null
    /** Of those that are due the smallest goes first. */
    rank: number
    state: MessageState
    due_at: Date
    begun_at: Date | null
    ended_at: Date | null
    /** How often it was begun. */
    tries: number
    /** One that was not taken is not tried again before. */
    retry_at: Date | null
  }
}
