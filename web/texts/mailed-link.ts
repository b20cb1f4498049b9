export const mailedLinkTexts = {
  incomplete: 'Der Link ist unvollständig.',
  openAgain: 'Tippen Sie in der Nachricht direkt auf den Link, statt ihn abzuschreiben.',
  signIn: 'Anmelden',
} as const
