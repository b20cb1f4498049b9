export const installTexts = {
  title: 'Wegwarte als App',
  lead: 'Auf dem Home-Bildschirm ist Wegwarte mit einem Tippen da und startet auch ohne Netz.',
  ask: 'App installieren',
  steps: [
    'Tippen Sie in Safari auf „Teilen“: das Quadrat mit dem Pfeil nach oben.',
    'Wählen Sie „Zum Home-Bildschirm“.',
    'Tippen Sie auf „Hinzufügen“ und melden Sie sich in der App noch einmal an.',
  ],
} as const
