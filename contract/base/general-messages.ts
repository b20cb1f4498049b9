/**
 * Sentences that say no more than the status. The browser needs only these, for answers without a body. The others come
 * with the answer, so that they need not be in every page's code.
 */
export const generalMessages = {
  UNAUTHORIZED: 'Bitte melden Sie sich an.',
  FORBIDDEN: 'Keine Berechtigung für diese Aktion.',
  NOT_FOUND: 'Die angeforderte Ressource wurde nicht gefunden.',
  SERVER_ERROR: 'Serverfehler. Bitte versuchen Sie es später erneut.',
} as const
