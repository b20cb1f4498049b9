export const supportTexts = {
  title: 'Support',
  lead: 'Antworten auf die häufigsten Fragen. Ist Ihre nicht dabei, schreiben Sie uns.',
  search: 'Fragen durchsuchen',
  none: 'Dazu haben wir hier noch keine Antwort. Schreiben Sie uns: Wir helfen gern.',
  contactTitle: 'Noch eine Frage?',
  contactHint: 'Am besten nennen Sie Modell und Kaufdatum Ihres Geräts. Passwörter brauchen wir nie.',
  contact: 'Nachricht schreiben',
} as const

export interface Question {
  question: string
  answer: string
}

export const questions: readonly { title: string; questions: readonly Question[] }[] = [
  {
    title: 'Konto und Anmeldung',
    questions: [
      {
        question: 'Wie registriere ich mich?',
        answer:
          'In drei Schritten: E-Mail-Adresse und Passwort angeben; den Link in unserer E-Mail öffnen und dort das Passwort festlegen oder bestätigen; die IMEI eines gekauften Geräts bestätigen. Danach melden Sie sich an.',
      },
      {
        question: 'Der Link aus der E-Mail funktioniert nicht.',
        answer:
          'Er gilt 24 Stunden. Auf der Seite „E-Mail-Bestätigung“ fordern Sie einen neuen an. Steht dort, er sei schon verwendet worden, ist Ihre Adresse bestätigt: Machen Sie dort mit Passwort und IMEI weiter.',
      },
      {
        question: 'Wo finde ich die IMEI?',
        answer:
          'Auf dem Aufkleber des Geräts und auf der Verpackung. Sie hat 15 Ziffern. Liegt im Karton eine Karte mit einem Aktivierungscode, geben Sie auch ihn ein. Fünf Versuche in der Stunde sind möglich.',
      },
      {
        question: 'Ich habe mein Passwort vergessen.',
        answer:
          'Auf der Anmeldeseite führt „Passwort vergessen?“ zu einem Link per E-Mail. Wenn Sie ein neues Passwort setzen, werden alle Browser abgemeldet.',
      },
    ],
  },
  {
    title: 'Geräte und Lizenzen',
    questions: [
      {
        question: 'Was ist die START-Lizenz?',
        answer:
          'Sie ist kostenlos, kommt mit Ihrem ersten Gerät und läuft 365 Tage. Ab 30 Tagen vor dem Ende steht das in Ihrer Lizenzliste, mit dem Weg zum Shop, und wir erinnern Sie per E-Mail: 30, 14, 7 Tage und einen Tag vorher. Endet sie, endet auch das Tracking, und Sie erhalten eine E-Mail; nach dem Verlängern schalten Sie es selbst wieder ein.',
      },
      {
        question: 'Ich habe mein Motorrad mit Gerät verkauft.',
        answer:
          'Bieten Sie das Gerät unter „Geräte und Lizenzen“ dem Käufer an, der es mit einem Link annimmt, oder entfernen Sie es. In beiden Fällen werden Ihre Positionen und Einstellungen gelöscht; Ihre Lizenz behalten Sie.',
      },
      {
        question: 'Mein Gerät meldet sich nicht.',
        answer:
          'Online heißt: ein Lebenszeichen in den letzten 15 Minuten. Prüfen Sie Stromversorgung und Mobilfunkempfang. In Tiefgaragen ist das Gerät oft ohne Netz und meldet sich danach von selbst.',
      },
    ],
  },
  {
    title: 'Positionstracking',
    questions: [
      {
        question: 'Was wird gespeichert, und wie lange?',
        answer:
          'Nur mit Ihrer Einwilligung, nur solange das Tracking läuft, und höchstens 14 Tage. Im Bewegungsprofil eine Position je Minute, im Diebstahl-Tracking jede. Ist das Tracking aus, wird keine Position gespeichert.',
      },
      {
        question: 'Wie widerrufe ich meine Einwilligung?',
        answer:
          'Jederzeit auf der Seite „Positionstracking“, auch während es läuft: „Einwilligung widerrufen und Tracking beenden“. Auf Wunsch werden alle gespeicherten Positionen sofort gelöscht.',
      },
      {
        question: 'Mein Motorrad wurde gestohlen. Was jetzt?',
        answer:
          'Rufen Sie die Polizei unter 110 an. Unter „Positionstracking“ finden Sie die Anzeige-Mappe mit den letzten Positionen, die Sie als PDF oder über einen Link weitergeben. Holen Sie das Fahrzeug nicht selbst zurück.',
      },
    ],
  },
  {
    title: 'Karte und Warnungen',
    questions: [
      {
        question: 'Darf ich die Blitzer während der Fahrt sehen?',
        answer:
          'Nein. § 23 Abs. 1c StVO verbietet es dem Fahrer, auch auf dem Gerät von Mitfahrenden. Nutzen Sie die Karte für die Planung vor der Fahrt und blenden Sie die Blitzer danach aus.',
      },
      {
        question: 'Woher kommen die Daten?',
        answer:
          'Feste Blitzer und Gefahrenstellen von OpenStreetMap, Unwetterwarnungen vom Deutschen Wetterdienst, Baustellen von MobiData BW, die Verkehrslage der Autobahnen von der Autobahn GmbH, Unfälle aus dem Unfallatlas. Quelle und Stand stehen bei jeder Meldung. Für mobile Blitzer gibt es keine offene Quelle: Sie stammen von anderen Nutzerinnen und Nutzern.',
      },
      {
        question: 'Warum steht „nicht abrufbar“ statt „keine Warnungen“?',
        answer:
          'Weil das zweierlei ist: Kann die Liste nicht geladen werden, kann es trotzdem Warnungen geben. Versuchen Sie es in einigen Minuten noch einmal.',
      },
    ],
  },
]
