export const savedRoutesLimits = {
  /** Of one account. */
  most: 30,
  nameLength: 80,
  /** Of a stored line: the bends that matter most. A day's ride has a few hundred. */
  points: 1_000,
  pieces: 50,
} as const

export const savedRoutesServerLimits = {
  /** A route is checked again on the evening before its departure, from this hour on, German time. */
  eveningHour: 18,
  /** New entries that an e-mail names; it counts the others. */
  namedNews: 10,
} as const
