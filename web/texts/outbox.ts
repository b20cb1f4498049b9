export const outboxTexts = {
  waits: 'Wird gesendet, sobald Netz da ist.',
} as const
