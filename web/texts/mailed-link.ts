export const mailedLinkTexts = {
  incomplete: 'Diese Seite öffnet sich nur mit dem vollständigen Link aus der E-Mail',
  openAgain: 'Bitte öffnen Sie den Link noch einmal aus der E-Mail, oder kopieren Sie ihn ganz.',
} as const
