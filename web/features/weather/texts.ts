import type { RidingAdvice } from '#domain/weather/riding-weather.ts'

export const warningTexts = {
  title: 'Aktuelle Unwetterwarnungen',
  none: 'Zurzeit sind keine Unwetterwarnungen gemeldet.',
  noneNow: 'Jetzt gilt keine Unwetterwarnung.',
  later: 'Angekündigt',
  onMap: 'Auf der Karte:',
  areaNow: 'gilt jetzt (durchgezogener Rand)',
  areaLater: 'gilt erst später (gestrichelter Rand)',
  unavailable: 'Unwetterwarnungen sind gerade nicht abrufbar. Es kann Warnungen geben, die hier fehlen.',
  stale: (time: string) => `Die Warnungen sind vom ${time} und möglicherweise unvollständig.`,
  advanceTitle: 'Vorabinformationen',
  advanceOnMap: 'Auf der Karte haben sie einen gestrichelten Rand.',
  advanceHint:
    'Noch keine Warnung: Der Wetterdienst hält dieses Wetter für möglich und warnt, wenn es sicher genug ist.',
  advance: (level: number, word: string) => `Vorabinformation: möglich ist Stufe ${level} – ${word}`,
  advances: ['Vorabinformation', 'Vorabinformationen'],
  besides: (count: string) => `, dazu ${count}`,
  noneBut: (count: string) => `Zurzeit sind keine Unwetterwarnungen gemeldet, nur ${count}.`,
  level: (level: number, word: string) => `Stufe ${level} – ${word}`,
  more: (count: string) => `Alle ${count} Warnungen zeigen`,
  fewer: 'Weniger zeigen',
  show: 'Auf der Karte zeigen',
  line: (near: string, all: string) => `${near} in der Nähe, ${all} insgesamt`,
  near: {
    warnings: ['Unwetterwarnung', 'Unwetterwarnungen'],
    none: 'Keine Unwetterwarnung',
    unavailable: 'Unwetterwarnungen nicht abrufbar',
    stale: 'Unwetterwarnungen veraltet',
    loading: 'Unwetterwarnungen werden geladen …',
  },
  /** Word for word from the specification, section 8. */
  failed: 'Fehler beim Laden der Warnungen. Bitte versuchen Sie es später erneut.',
  asOf: (time: string) => `Stand ${time}`,
  sources: 'Quellen',

  detail: {
    region: 'Gebiet',
    validity: 'Gültig',
    instruction: 'So verhalten Sie sich',
    source: 'Quelle',
  },
} as const

export const hereTexts = {
  title: 'Wetterwarnungen am Fahrzeug',
  none: 'Am Ort des Fahrzeugs ist keine Unwetterwarnung gemeldet.',
} as const

export const ridingTexts = {
  title: 'Fahrwetter',
  grades: {
    excellent: 'Ausgezeichnetes Fahrwetter',
    good: 'Gutes Fahrwetter',
    moderate: 'Mäßiges Fahrwetter',
    borderline: 'Grenzwertiges Fahrwetter',
    poor: 'Schlechtes Fahrwetter',
  } satisfies Record<RidingAdvice['grade'], string>,
  advice: {
    excellent: 'Nichts spricht gegen eine Ausfahrt.',
    good: 'Mit einer Schicht mehr unter der Jacke wird es eine schöne Fahrt.',
    moderate: 'Fahren Sie vorsichtig: Kalte Reifen haften schlechter.',
    borderline: 'Überlegen Sie, ob die Fahrt sein muss, und nehmen Sie Regenzeug mit.',
    poor: 'Lassen Sie das Motorrad besser stehen.',
  } satisfies Record<RidingAdvice['grade'], string>,
  because: {
    temperature: 'Ausschlaggebend: die Temperatur',
    rain: 'Ausschlaggebend: der Regen',
    wind: 'Ausschlaggebend: der Wind',
  },
  stars: (count: number) => `${count} von 5 Sternen`,
  temperature: 'Temperatur',
  rain: 'Regenrisiko',
  wind: 'Wind',
} as const
