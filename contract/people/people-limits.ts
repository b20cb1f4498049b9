export const peopleLimits = {
  /** Of one vehicle, invited or accepted. */
  perDevice: 5,
  nameLength: 60,
  /** How long somebody may be invited for, where an end is named. */
  longestDays: 365,
  /** How long an invitation can be accepted. */
  invitationDays: 7,
  /** Each is an e-mail to an address that an owner names. */
  invitationsPerDay: 10,
} as const

/** What only the server goes by. */
export const peopleServerLimits = {
  /** Invitations to one address, from all accounts together. */
  invitationsPerAddressPerDay: 3,
  /** A person who looks where the vehicle is, again and again, stands in its owner's list once in this time. */
  lookMinutes: 60,
  /** How long somebody whose time or invitation is over is still listed. */
  overDays: 30,
} as const
