/** The words of the way to report a theft, which are shown before all others of the dossier. */
export const theftTexts = {
  report: 'Als gestohlen melden',
  waits: 'Wartet auf Netz: Der Diebstahl ist noch nicht gemeldet. Rufen Sie jetzt die Polizei.',
  toCase: 'Zum Fall',
  demo: 'Im Demokonto können Sie die Mappe ansehen und als PDF herunterladen, aber nichts melden.',
} as const
