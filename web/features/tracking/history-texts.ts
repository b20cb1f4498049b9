import { limits } from '#contract/limits.ts'
import type { Doubt } from '#domain/outliers.ts'

const { alarms, movement, tracking } = limits

/** What is said about the history: its last position, its trips, its replay. */
export const historyTexts = {
  range: {
    earlier: 'Zeitraum davor',
    later: 'Zeitraum danach',
  },

  last: {
    fresh: (ago: string) => `Letzte Position ${ago}`,
    stale: (ago: string, time: string) => `Letzte Position ${ago} (${time}). Das ist keine aktuelle Position.`,
    none: `Keine Position in den letzten ${tracking.retentionDays} Tagen.`,
    loading: 'Letzte Position wird geladen …',
    failed: 'Die letzte Position konnte nicht geladen werden.',
    show: 'Auf der Karte zeigen',
  },

  chapters: {
    title: 'Fahrten und Stopps',
    none: 'In diesem Zeitraum wurde keine Fahrt und kein Stopp erkannt.',
    all: 'Ganzen Zeitraum zeigen',
    kinds: { trip: 'Fahrt', stop: 'Stopp', silence: 'Keine Daten' },
    from: (start: string, end: string) => `${start} – ${end}`,
    average: (kmh: string) => `Ø ${kmh} km/h`,
    highest: (kmh: string) => `max. ${kmh} km/h`,
    moving: (duration: string) => `${duration} in Fahrt`,
    pauses: ['kurzer Halt', 'kurze Halte'],
    gaps: ['Lücke', 'Lücken'],
    asTheCrowFlies: (distance: string) => `${distance} Luftlinie`,
    rules: `Geschätzt aus den Positionen. Ein Stopp beginnt, wenn das Fahrzeug ${alarms.parkedMinutes} Minuten steht; eine Fahrt reicht über Mitternacht und über Lücken bis ${movement.bridgedGapMinutes} Minuten.`,
  },

  legend: {
    title: 'Zeichenerklärung',
    line: 'Aufgezeichnete Strecke',
    gap: `Keine Daten dazwischen (länger als ${tracking.segmentGapMinutes} Minuten)`,
    doubt: 'Ausreißer',
    accuracy: 'Genauigkeit der gewählten Position',
  },

  replay: {
    title: 'Wiedergabe',
    play: 'Abspielen',
    pause: 'Anhalten',
    slider: 'Zeitpunkt der Wiedergabe',
    rate: 'Tempo der Wiedergabe',
    times: (rate: string) => `${rate}×`,
    follow: 'Karte folgt',
    at: (time: string, kmh: string) => `${time} · ${kmh} km/h`,
    keys: 'Tastatur: Die Pfeiltasten führen von Position zu Position; die Leertaste auf dem Regler startet die Wiedergabe und hält sie an. Stopps und Lücken werden übersprungen.',
  },

  chart: {
    title: 'Tempo',
    name: (from: string, to: string, highest: string) => `Tempo von ${from} bis ${to}, höchstens ${highest} km/h`,
    kmh: (top: string) => `${top} km/h`,
  },

  doubts: {
    show: (count: string) => `Ausreißer zeigen (${count})`,
    reasons: {
      JUMP: 'unmöglich weit von den Positionen davor und danach entfernt',
      SPEED: `gemeldetes Tempo über ${movement.possibleKmh} km/h`,
      MOCK: 'vom Gerät als simuliert gemeldet',
      LAST_KNOWN: 'letzte bekannte, keine neue Position',
    } satisfies Record<Doubt, string>,
    short: 'Ausreißer',
  },
} as const
