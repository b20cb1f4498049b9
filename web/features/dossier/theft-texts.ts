/** The words of the way to report a theft, which are shown before all others of the dossier. */
export const theftTexts = {
  report: 'Als gestohlen melden',
  demo: 'Im Demokonto können Sie die Mappe ansehen und als PDF herunterladen, aber nichts melden.',
} as const
