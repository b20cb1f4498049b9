import { trackingLimits } from '#contract/tracking/tracking-limits.ts'

const said = 'Fahrzeug wird geortet'

export const stickerTexts = {
  page: 'Aufkleber',
  lead: 'Wer Ihr Fahrzeug fährt, muss vorher wissen, dass es geortet wird. Kleben Sie diesen Hinweis an eine Stelle, die vor der Fahrt zu sehen ist, etwa an den Schlüssel oder ins Cockpit.',
  content:
    'Der Code führt zu einer Seite, die erklärt, was aufgezeichnet wird. Er enthält weder Ihren Namen noch Kennzeichen, Gerät oder Ort.',
  sticker: 'Der Aufkleber',
  title: said,
  words: 'Ort, Zeit und Geschwindigkeit werden aufgezeichnet. Was das für Sie heißt:',
  code: 'QR-Code der Seite für alle, die das Fahrzeug fahren',
  print: 'Drucken',
  toNotice: 'Die Seite ansehen',
} as const

export const noticeTexts = {
  title: said,
  lead: 'Dieses Fahrzeug hat einen Tracker. Wer es fährt, soll das vorher wissen.',
  operatorUnknown: 'der Betreiber',
  parts: (operator: string) => [
    {
      title: 'Was aufgezeichnet wird',
      text: 'Solange der Halter die Aufzeichnung eingeschaltet hat: Ort, Zeit, Geschwindigkeit und Richtung. Daraus werden gefahrene Strecken und Alarme bei einem Diebstahl.',
    },
    {
      title: 'Wer es sieht',
      text: `Der Halter, und wem er die Position freigibt; nach einem Diebstahl auch die Polizei, wenn er ihr seine Mappe zeigt. Gespeichert wird es bei Wegwarte, betrieben von: ${operator}.`,
    },
    { title: 'Wie lange', text: `Positionen werden nach ${trackingLimits.retentionDays} Tagen gelöscht.` },
    {
      title: 'Wenn Sie das nicht möchten',
      text: 'Sprechen Sie vor der Fahrt mit dem Halter: Er kann die Aufzeichnung jederzeit ausschalten. Auch Auskunft und Löschung verlangen Sie zuerst bei ihm. Heimliche Ortung ist verboten.',
    },
  ],
  more: 'Mehr dazu:',
  privacy: 'Datenschutz bei Wegwarte',
} as const
