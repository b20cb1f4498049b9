export const accessTokensLimits = {
  nameLength: 60,
  /** Of one account, while they are valid. */
  perAccount: 10,
  madePerHour: 10,
  startDays: 90,
  longestDays: 365,
} as const

export const accessTokensServerLimits = {
  /** What a token begins with: programs that search code and logs for secrets recognise it. */
  tokenPrefix: 'wegwarte_token_',
  /** How long one that has expired is still listed, so that its owner sees why a program gets nothing any more. */
  expiredDays: 30,
} as const
