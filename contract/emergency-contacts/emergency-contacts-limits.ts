export const emergencyContactsLimits = {
  /** In the chain of one vehicle, invited or accepted. */
  perDevice: 5,
  /** Each is an e-mail to an address that an owner names. */
  invitationsPerDay: 10,
  /** How long an invitation can be accepted. */
  invitationDays: 7,
  /** How long the next in the chain waits for an answer of those before: what an owner can choose, and what is set at first. */
  waitMinutes: [5, 10, 20, 30],
  firstWaitMinutes: 10,
} as const

export type WaitMinutes = (typeof emergencyContactsLimits.waitMinutes)[number]

/** What only the server goes by. */
export const emergencyContactsServerLimits = {
  /** Invitations to one mailbox, from all accounts together. */
  invitationsPerAddressPerDay: 3,
  /** An e-mail to the owner that is begun this long after its alarm is late: the contacts wait for as long again. */
  lateMinutes: 1,
  /** Alarms to one address, from all vehicles together: a contact of many vehicles is not woken again and again. */
  alarmsPerAddressPerDay: 6,
  /** No new chain begins for this long after an answer. */
  restAfterAnswerMinutes: 30,
  /** Without an answer, the chain starts over no earlier than this after its last message was due. */
  restAfterEndMinutes: 60,
  /** A contact who left or declined is not invited again to this vehicle for this long. */
  leftDays: 90,
} as const
