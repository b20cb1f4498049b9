export const outboxTexts = {
  waits: 'Wird gesendet, sobald Netz da ist.',
  ride: 'Wartet auf Netz: der Alarm ist noch scharf.',
  undo: 'Rückgängig',
  theft: 'Wartet auf Netz: der Diebstahl ist noch nicht gemeldet.',
} as const
