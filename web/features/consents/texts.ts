import type { ConsentActor, ConsentPurpose } from '#contract/consents/consents.ts'

export const consentsTexts = {
  title: 'Einwilligungen',
  lead: 'Wozu Sie eingewilligt haben, für welches Gerät und mit welchem Text. Widerrufen können Sie jederzeit; was bis dahin geschah, bleibt rechtmäßig.',
  demo: 'In der Demo lässt sich nichts widerrufen: dieses Konto teilen sich alle.',
  none: 'Sie haben noch in nichts eingewilligt.',
  loading: 'Einwilligungen werden geladen …',
  failed: 'Die Einwilligungen konnten nicht geladen werden.',
  account: 'Ihr Konto',
  gone: (device: string) => `${device} (nicht mehr in Ihrem Konto)`,
  states: {
    never: 'Nie eingewilligt',
    given: 'Eingewilligt',
    'asked-anew': 'Eingewilligt, aber der Text ist seitdem neu',
    withdrawn: 'Widerrufen',
  },
  readText: 'Text lesen',
  textOf: (purpose: string, version: number) => `Text lesen: ${purpose}, Fassung ${version}`,
  sharing: 'Diese Einwilligung endet mit der letzten Freigabe. Beenden können Sie sie weiter unten, unter „Freigaben“.',

  withdraw: 'Widerrufen',
  withdrawOf: (purpose: string, device: string) => `${purpose} für ${device} widerrufen`,
  question: (purpose: string) => `Einwilligung „${purpose}“ widerrufen?`,
  effects: {
    'theft-alarm':
      'Ab sofort gibt es für dieses Gerät keinen Diebstahlalarm mehr. Läuft das Tracking nur dafür, endet es. War es Ihre letzte Einwilligung ins Tracking, enden auch Freigaben und Links für die Polizei.',
    'movement-profile':
      'Ab sofort gibt es für dieses Gerät kein Bewegungsprofil mehr. Läuft das Tracking nur dafür, endet es. War es Ihre letzte Einwilligung ins Tracking, enden auch Freigaben und Links für die Polizei.',
    'police-folder': 'Alle Links zur Anzeige-Mappe dieses Geräts sind sofort gesperrt.',
    reports: 'Alle Ihre offenen Meldungen auf der Karte werden gelöscht.',
    'own-tours': 'Eigene Touren, die Sie vor mehr als 14 Tagen eingelesen haben, werden sofort gelöscht.',
  } satisfies Record<Exclude<ConsentPurpose, 'sharing'>, string>,
  deletePositions: 'Auch alle gespeicherten Positionen dieses Geräts löschen. Das lässt sich nicht rückgängig machen.',
  whileMissed: 'Sie vermissen dieses Fahrzeug gerade: Nach dem Widerruf sieht die Polizei davon nichts Neues mehr.',
  withdrawn: 'Ihre Einwilligung ist widerrufen.',
  withdrawFailed: 'Der Widerruf hat nicht geklappt.',

  history: 'Verlauf',
  historyShown: 'Alles, was Sie erklärt haben',
  older: 'Ältere Einträge zeigen',
  actors: {
    owner: '',
    support: ', auf Ihren Wunsch vom Support',
    product: ', ohne Ihr Zutun',
  } satisfies Record<ConsentActor, string>,

  proof: 'Nachweis herunterladen',
  proofHint: 'Jede Erklärung mit Zeitpunkt und Text, auch zum Vorlegen.',
  proofFailed: 'Der Nachweis konnte nicht heruntergeladen werden.',
} as const
