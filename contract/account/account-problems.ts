export const accountProblems = {
  EMAIL_UNCHANGED: { status: 400, message: 'Die neue E-Mail-Adresse ist identisch mit der aktuellen' },
} as const
