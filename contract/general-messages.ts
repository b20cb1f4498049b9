/**
 * The sentences that say no more than the status does. The browser needs them for answers without a body, and only
 * them: the others come with the answer, so that they need not be in every page's code.
 */
export const generalMessages = {
  UNAUTHORIZED: 'Bitte melden Sie sich an.',
  FORBIDDEN: 'Keine Berechtigung für diese Aktion.',
  NOT_FOUND: 'Die angeforderte Ressource wurde nicht gefunden.',
  SERVER_ERROR: 'Serverfehler. Bitte versuchen Sie es später erneut.',
} as const
