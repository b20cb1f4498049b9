import type { CameraDensity } from '#domain/pois/speed-camera-density.ts'

export const sampleTexts = {
  sample: 'Beispieldaten',
  cameras: {
    title: 'Mobile Blitzer',
    density: {
      'very high': 'sehr hohe Dichte',
      high: 'hohe Dichte',
      normal: 'normale Dichte',
      low: 'geringe Dichte',
    } satisfies Record<CameraDensity, string>,
    active: 'gerade gemeldet',
    ofAverage: (percent: string) => `${percent} % des Durchschnitts`,
  },
  traffic: {
    title: 'Verkehrslage Deutschland',
    tiles: [
      { value: '412 km', label: 'Stau auf Autobahnen' },
      { value: '1.037', label: 'Baustellen' },
      { value: '63', label: 'Unfälle heute' },
      { value: '18', label: 'gesperrte Strecken' },
    ],
  },
  fact: { title: 'Wussten Sie schon?', next: 'Weiter', pause: 'Anhalten', resume: 'Fortsetzen' },
} as const

/** The numbers of this screen are made up (specification, section 1), and it says so. */
export const samples = {
  weather: { temperature: 19, rainProbability: 15, wind: 14 },
  cameras: { active: 487, average: 390 },
} as const

export const facts = [
  'Die Wegwarte wächst an Straßenrändern und Böschungen; ihre blauen Blüten öffnen sich am Morgen und schließen sich meist schon am Mittag.',
  'Aus der Wurzel der Wegwarte wurde lange Kaffee-Ersatz gemacht: der Zichorienkaffee.',
  'Die Wegwarte war 2009 die Blume des Jahres.',
  'Der Reitwagen von 1885 gilt als erstes Motorrad; Gottlieb Daimler und Wilhelm Maybach bauten ihn in Cannstatt.',
  'Bertha Benz fuhr 1888 von Mannheim nach Pforzheim: die erste Fernfahrt mit einem Automobil.',
  'Die Bundesstraßen in Deutschland sind zusammen rund 38.000 Kilometer lang.',
  'Leitpfosten stehen auf gerader Strecke alle 50 Meter; in Kurven und vor Kuppen stehen sie dichter.',
  'Bei 100 km/h legt ein Motorrad in jeder Sekunde knapp 28 Meter zurück.',
  'Der Bremsweg wächst mit dem Quadrat der Geschwindigkeit: doppelt so schnell heißt vierfacher Bremsweg.',
  'Für Motorräder gilt in Deutschland seit 1976 die Helmpflicht.',
  'Blitzer-Apps darf der Fahrer während der Fahrt nicht nutzen; für die Planung davor ist die Karte erlaubt.',
  'Warnungen des Deutschen Wetterdienstes gelten für Gemeinden; ihre Flächen folgen dem Wetter, nicht den Kreisgrenzen.',
] as const
