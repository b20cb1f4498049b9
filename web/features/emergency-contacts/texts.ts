import type { PhoneChannel } from '#contract/phones/phone-channel.ts'

/** The texts of emergency contacts: of the vehicle's owner, and of who is invited. */
export const emergencyContactsTexts = {
  title: 'Notfallkontakte',
  lead: 'Antwortet bei einem Alarm niemand, benachrichtigen wir nacheinander Menschen, denen Sie vertrauen: per E-Mail, mit Zeit und Ort.',
  demo: 'Mit einem eigenen Konto laden Sie hier Menschen ein, denen Sie vertrauen.',
  loading: 'Notfallkontakte werden geladen …',
  failed: 'Die Notfallkontakte ließen sich nicht laden',
  list: 'Reihenfolge der Notfallkontakte',
  states: {
    INVITED: (day: string) => `Eingeladen ${day}, noch keine Zusage`,
    EXPIRED: (day: string) => `Eingeladen ${day}, nicht rechtzeitig zugesagt`,
    ACCEPTED: (day: string) => `Zugesagt ${day}`,
    LEFT: (day: string) => `Abgesagt ${day}`,
  },
  byPhone: { SMS: 'auch per SMS', VOICE: 'auch per Anruf' } satisfies Record<PhoneChannel, string>,
  nobody: 'Ein früherer Kontakt',
  earlier: 'Nach vorn',
  earlierOf: (email: string) => `${email} nach vorn`,
  remove: 'Entfernen',
  removeTitle: (email: string) => `${email} entfernen?`,
  removeText: 'Wir löschen die Adresse und benachrichtigen diese Person nicht mehr.',
  wait: 'Auf eine Antwort warten wir jeweils',
  minutes: (count: number) => `${count} Minuten`,
  help: 'Notfallkontakte auch bei Hilferuf, Sturz und Unfall',
  helpHint:
    'Meldet Ihr Gerät einen Hilferuf, einen Sturz oder einen Unfall, und antworten Sie nicht, benachrichtigen wir sie ebenso nacheinander. Einen Rettungsdienst rufen wir nicht.',
  helpsNot: 'noch nicht für Hilferufe: bitte entfernen und neu einladen',
  add: 'Jemanden einladen',
  form: {
    email: 'E-Mail-Adresse',
    hint: 'Wir schicken eine Einladung. Erst nach der Zusage gehen Alarme dorthin.',
    submit: 'Einladen',
    invited: (email: string) => `Eingeladen: ${email}`,
  },

  invitation: {
    title: 'Notfallkontakt sein',
    loading: 'Einladung wird geladen …',
    asks: (owner: string, model: string) =>
      `${owner} bittet Sie, Notfallkontakt für ein Fahrzeug mit dem Gerät ${model} zu sein.`,
    what: [
      'Löst der Diebstahlalarm aus und antwortet niemand, bekommen Sie eine E-Mail mit Zeit und Ort. Das kann nachts sein.',
      'Ebenso, wenn das Gerät einen Hilferuf, einen Sturz oder einen Unfall meldet und das gewünscht ist.',
      'Dann versuchen Sie bitte, jemanden zu erreichen, oder rufen die 110 oder 112 an. Sie müssen nichts tun, was Sie nicht möchten.',
      'Sie brauchen kein Konto und können jederzeit aufhören.',
    ],
    accept: 'Ich sage zu',
    decline: 'Ablehnen',
    accepted: (device: string) => `Sie sind Notfallkontakt für „${device}“`,
    acceptedDetail: (owner: string) =>
      `Antwortet auf einen Alarm oder Hilferuf niemand, schreiben wir Ihnen. ${owner} sieht, dass Sie zugesagt haben.`,
    leave: 'Nicht mehr Notfallkontakt sein',
    leaveTitle: 'Nicht mehr Notfallkontakt sein?',
    leaveText: 'Ihre Adresse und Telefonnummer werden sofort gelöscht, und Sie bekommen keine Alarme mehr.',
    left: 'Erledigt',
    leftDetail: 'Ihre Daten sind gelöscht. Sie bekommen hierzu keine E-Mails mehr.',
    privacy: 'Was dabei gespeichert wird',
  },
} as const
