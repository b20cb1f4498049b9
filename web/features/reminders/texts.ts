import type { UnwantableReminder } from '#contract/reminders/reminders.ts'

export const remindersTexts = {
  title: 'Erinnerungen',
  lead: 'Endet eine Lizenz, das Tracking oder der Alarm, sagen wir es Ihnen immer: per E-Mail und in Browsern mit Push. Das Weitere, wenn Sie es möchten:',
  demo: 'Das Demo-Konto bekommt keine Erinnerungen.',
  loading: 'Ihre Erinnerungen werden geladen',
  failed: 'Ihre Erinnerungen konnten nicht geladen werden.',
  notSaved: 'Das wurde nicht gespeichert.',
  kinds: {
    WEATHER: { name: 'Unwetter, wo ein Fahrzeug steht', hint: 'Ab Stufe 3, mit Rat, was zu tun ist' },
    PAUSED: { name: 'Der Alarm ist noch pausiert', hint: 'Wenn Sie ihn pausiert haben, bis Sie ihn einschalten' },
    BLIND: { name: 'Der Alarm sieht nichts', hint: 'Das Gerät meldet sich, aber keine Position kommt an' },
    INSPECTION: { name: 'Hauptuntersuchung', hint: 'Der Termin steht beim Gerät unter „Bearbeiten“' },
    SEASON: { name: 'Saison', hint: 'Eine Woche vor Beginn und Ende eines Saisonkennzeichens' },
  } satisfies Record<UnwantableReminder, { name: string; hint: string }>,
} as const
