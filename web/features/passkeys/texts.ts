import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import { formatDay } from '#web/texts/formats.ts'

export const passkeysTexts = {
  title: 'Passkeys',
  lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN an, ohne E-Mail-Adresse, Passwort und Code. Er lässt sich weder erraten noch auf einer falschen Seite abgreifen.',
  demo: 'Das Demokonto hat keine Passkeys, weil es sich alle teilen. In Ihrem eigenen Konto legen Sie hier welche an.',
  loading: 'Passkeys werden geladen …',
  failed: 'Die Passkeys konnten nicht geladen werden',
  lost: 'Gerät verloren oder verkauft? Dann entfernen Sie seinen Passkey hier. Mit Ihrem Passwort kommen Sie weiter hinein.',
  unable:
    'Dieser Browser kann keine Passkeys anlegen. Aktuelle Versionen von Chrome, Edge, Firefox und Safari können es.',
  full: `Mehr als ${passkeysLimits.perAccount} Passkeys sind nicht möglich. Entfernen Sie zuerst einen, den Sie nicht mehr brauchen.`,
  used: (ago: string) => `Zuletzt benutzt ${ago}`,
  unused: 'Noch nicht benutzt',
  since: (createdAt: string) => `hinzugefügt am ${formatDay(createdAt)}`,
  backedUp: 'Mit Sicherungskopie',
  add: 'Passkey hinzufügen',
  addLead: 'Ihr Gerät fragt gleich nach Fingerabdruck, Gesicht oder PIN. Das alles bleibt auf dem Gerät.',
  name: 'Name',
  nameHint: 'Damit Sie ihn in der Liste wiedererkennen.',
  added: (name: string) => `Mit „${name}“ können Sie sich jetzt anmelden.`,
  rename: 'Umbenennen',
  renameNamed: (name: string) => `Umbenennen: ${name}`,
  renameTitle: 'Passkey umbenennen',
  save: 'Speichern',
  renamed: 'Der Name ist gespeichert.',
  remove: 'Entfernen',
  removeNamed: (name: string) => `Entfernen: ${name}`,
  removeTitle: 'Passkey entfernen?',
  removeDetail: (name: string) =>
    `Mit „${name}“ kann sich dann niemand mehr anmelden. Ihr Passwort gilt weiter, und wo Sie angemeldet sind, bleiben Sie es. Auf dem Gerät selbst löschen Sie den Eintrag in dessen Passwörtern.`,
  removeAction: 'Passkey entfernen',
  removed: (name: string) => `„${name}“ ist entfernt.`,
  removeFailed: 'Das Entfernen ist nicht gelungen.',
} as const
