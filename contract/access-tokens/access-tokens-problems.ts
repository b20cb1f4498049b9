import { accessTokensLimits } from './access-tokens-limits.ts'

export const accessTokensProblems = {
  ACCESS_TOKEN_LIMIT: {
    status: 409,
    message: `Mehr als ${accessTokensLimits.perAccount} Programme sind nicht möglich. Bitte beenden Sie zuerst den Zugriff von einem, das Sie nicht mehr brauchen.`,
  },
  ACCESS_TOKEN_OVER: {
    status: 401,
    message:
      'Dieses Token gilt nicht oder nicht mehr. Unter „Konto“, „Zugriff für Programme“ können Sie ein neues anlegen.',
  },
  ACCESS_TOKEN_SCOPE: {
    status: 403,
    message: 'Dieses Token darf das nicht. Was es darf, steht unter „Konto“, „Zugriff für Programme“.',
  },
  NOT_FOR_PROGRAMS: {
    status: 403,
    message: 'Das geht nicht mit dem Token eines Programms. Bitte melden Sie sich dafür in der App an.',
  },
} as const
