export const offlineTexts = {
  connection: 'Verbindung',
  build: 'Fassung der App',
  lost: 'Keine Verbindung.',
  nothingKnown: 'Was Sie sehen, kann veraltet sein.',
  newer: 'Eine neue Fassung von Wegwarte ist da.',
  load: 'Neu laden',
} as const
