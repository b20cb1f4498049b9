import { ridingLimits } from '#contract/riding/riding-limits.ts'
import type { Country } from '#domain/riding/countries.ts'
import type { HazardType } from '#domain/riding/hazards.ts'
import type { HotspotCondition } from '#contract/route-check/route-check.ts'
import type { DataStatus } from '#contract/weather.ts'
import type { WeatherKind } from '#domain/riding/weather-areas.ts'
import type { Warning } from '#domain/riding/warning.ts'
import { counted } from '#web/texts/formats.ts'
import type { Reception } from './ride.ts'

/** In one or two words: they are read at a glance and heard through a helmet. */
export const hazardNames: Record<HazardType, string> = {
  TrafficJam: 'Stau',
  Accident: 'Unfall',
  TemporaryRoadwork: 'Baustelle',
  Obstacle: 'Hindernis',
  Slippery: 'Glätte',
  ObstructedView: 'Schlechte Sicht',
  LongTermRoadwork: 'Baustelle',
  BrokenDownVehicle: 'Pannenfahrzeug',
  User: 'Gefahrenstelle',
  AccidentHotspotMoto: 'Unfallschwerpunkt',
}

/** When a hotspot is told. */
export const conditionWords: Record<HotspotCondition, string> = {
  dusk: 'in der Dämmerung',
  dark: 'bei Dunkelheit',
  wet: 'bei Nässe',
  icy: 'bei Glätte',
  weekend: 'am Wochenende',
}

/** The same in one word, on a warning. */
export const conditionMarks: Record<HotspotCondition, string> = {
  dusk: 'Dämmerung',
  dark: 'Dunkelheit',
  wet: 'Nässe',
  icy: 'Glätte',
  weekend: 'Wochenende',
}

export const weatherNames: Record<WeatherKind, string> = {
  thunderstorm: 'Gewitter',
  rain: 'Regen',
  thaw: 'Tauwetter',
  snow: 'Schnee',
  ice: 'Glätte',
  fog: 'Nebel',
  wind: 'Sturm',
}

/** What keeps warnings from coming, at length when it begins, and in few words for as long as it lasts. */
export interface NoticeWords {
  full: string
  short: string
}

/** Nothing where all is well. */
export const weatherStatusWords: Record<DataStatus, NoticeWords | null> = {
  ok: null,
  stale: { full: 'Die Unwetterwarnungen sind nicht auf dem neuesten Stand.', short: 'Unwetter: alter Stand' },
  unavailable: { full: 'Unwetterwarnungen sind gerade nicht bekannt.', short: 'Unwetter: unbekannt' },
}

export const sideNames: Record<Warning['side'], string> = {
  left: 'links',
  right: 'rechts',
  ahead: 'voraus',
  bend: 'hinter einer scharfen Kurve',
}

/** What is wrong, and what the rider can do; nothing where all is well. */
export const receptionWords: Record<Reception, NoticeWords | null> = {
  good: null,
  searching: { full: 'Ihre Position wird gesucht. Noch wird nicht gewarnt.', short: 'Position wird gesucht' },
  rough: {
    full: 'Die Position ist ungenau. Hinweise können zu spät kommen oder fehlen.',
    short: 'Position ungenau',
  },
  jumping: { full: 'Die Position springt. Gewarnt wird wieder, sobald sie stimmt.', short: 'Position springt' },
  lost: {
    full: 'Keine Position mehr. Es wird nicht gewarnt, bis das Telefon wieder freie Sicht zum Himmel hat.',
    short: 'Keine Position',
  },
  denied: {
    full: 'Wegwarte darf Ihre Position nicht sehen. Erlauben Sie sie für diese Seite in den Einstellungen des Browsers, und starten Sie neu.',
    short: 'Position nicht erlaubt',
  },
  unavailable: {
    full: 'Das Telefon findet keine Position. Schalten Sie die Ortung ein, und starten Sie neu.',
    short: 'Ortung ausgeschaltet',
  },
}

/** Besides Germany's. */
export const countryWords: Record<Country, NoticeWords | null> = {
  germany: null,
  switzerland: {
    full: 'In der Schweiz darf ein Gerät, das vor Kontrollen warnt, nicht einmal mitgeführt werden (Art. 98a SVG). Der Fahrmodus kennt keine; öffnen Sie hier auch nicht die Karte mit Blitzern.',
    short: 'Schweiz: Karte mit Blitzern verboten',
  },
  elsewhere: {
    full: 'Sie sind außerhalb Deutschlands: Hier sind nur wenige Gefahren bekannt, und es gelten andere Regeln.',
    short: 'Außerhalb Deutschlands: wenige Gefahren bekannt',
  },
}

export const ridingTexts = {
  title: 'Fahrmodus',
  lead: 'Das Telefon am Lenker sagt Ihnen rechtzeitig, was auf der Straße wartet.',
  start: 'Fahrt starten',
  startWords: 'Gute Fahrt.',
  lawTitle: 'Ohne Blitzer',
  law: 'Beim Fahren dürfen Sie sich keine Blitzer anzeigen lassen (§ 23 Abs. 1c StVO). Der Fahrmodus kennt weder Blitzer noch Kontrollen, und was die Karte von ihnen geladen hat, wird beim Start verworfen.',
  howTitle: 'Was der Fahrmodus kann, und was nicht',
  how: [
    'Diese Seite muss offen im Vordergrund bleiben. Im Hintergrund und bei gesperrtem Bildschirm warnt sie nicht.',
    'Gewarnt wird vor Unfällen, Hindernissen, Glätte, Staus, Baustellen, Pannen und Unfallschwerpunkten, soweit sie gemeldet oder veröffentlicht sind.',
    'Vor Unwetter ab Stufe 2 von 4, vor Glätte ab Stufe 1, wird einmal gewarnt, wenn es in Fahrtrichtung in der Nähe beginnt. Auf Basis von Warnungen des Deutschen Wetterdienstes.',
    'Ein Unfallschwerpunkt wird nur genannt, wenn gilt, was dort meist mitspielte, etwa Dunkelheit oder Wochenende. Ob es nass oder glatt ist, weiß Wegwarte nur, wo davor gewarnt wird; sonst heißt es „bei Nässe“.',
    'Was andere anzweifeln, wird wie auf der Karte genannt, mit einem Hinweis darauf. Was Sie ausgeblendet haben, nicht.',
    'Liegt eine zweite Straße dicht neben Ihrer, kann ein Hinweis ihr gelten.',
    'Gefahren im Umkreis von 50 km sind geladen: Ohne Netz warnt der Fahrmodus weiter und sagt, wie alt der Stand ist.',
  ],
  /** Where the operator has no base map to tell the roads by. */
  hotspotsByPlace:
    'Von Unfallschwerpunkten und Meldungen ist hier nur der Ort bekannt, nicht die Straße: Ein Hinweis kann auch einer Straße daneben gelten.',
  privacyTitle: 'Was mit Ihrer Position geschieht',
  privacy:
    'Sie bleibt im Telefon. Der Server erfährt nur, für welche Felder der Karte (etwa 50 km breit) Gefahren gefragt sind. Von der Fahrt wird nichts gesendet oder aufgehoben, außer Sie tippen auf „Noch da“ oder „Nicht mehr da“. Auch dann wird kein Ort gesendet, und wie nah Sie waren nur, wenn Sie es unten erlauben.',
  sound: { title: 'Ansage', voice: 'Stimme', tone: 'Nur Ton', silent: 'Nur Bild und Vibration' },
  voice: 'Stimme',
  usualVoice: 'Deutsch (Standard)',
  volume: 'Lautstärke',
  volumes: { 100: 'laut', 60: 'mittel', 30: 'leise' },
  test: 'Probe hören',
  testWords: 'So klingt ein Hinweis.',
  noSpeech: 'Dieser Browser kann nicht Deutsch sprechen. Sie hören stattdessen einen Ton.',
  noWakeLock: {
    full: 'Dieser Browser lässt den Bildschirm ausgehen. Stellen Sie die Bildschirmsperre vor der Fahrt ab.',
    short: 'Bildschirm kann ausgehen',
  },
  screen: 'Fahrt',
  camerasOff: (time: string) => `Blitzer aus seit ${time}`,
  noHazard: 'Nichts gemeldet',
  notYet: 'Einen Augenblick',
  noWarnings: 'Es wird nicht gewarnt',
  next: 'Danach',
  passed: 'vorbei',
  notKnownWhether: 'Ob das gerade gilt, ist unbekannt.',
  unconfirmed: 'gemeldet, unbestätigt',
  doubted: 'von anderen angezweifelt',
  noSpeed: '–',
  kmh: 'km/h',
  asOf: (ago: string): NoticeWords => ({
    full: `Kein Netz. Gefahren auf dem Stand von ${ago}.`,
    short: `Kein Netz, Stand ${ago}`,
  }),
  nothingKnown: {
    full: 'Kein Netz: Es sind noch keine Gefahren geladen. Es wird nicht gewarnt.',
    short: 'Kein Netz, keine Gefahren geladen',
  },
  truncated: {
    full: 'Hier sind mehr Gefahren bekannt, als das Telefon laden kann. Einige fehlen.',
    short: 'Einige Gefahren fehlen',
  },
  away: (seconds: number): NoticeWords => {
    const time =
      seconds < 90
        ? counted(Math.round(seconds), 'Sekunde', 'Sekunden')
        : counted(Math.round(seconds / 60), 'Minute', 'Minuten')
    return {
      full: `Die Seite war ${time} nicht im Vordergrund. So lange wurde nicht gewarnt.`,
      short: `${time} nicht gewarnt`,
    }
  },
  there: 'Noch da',
  gone: 'Nicht mehr da',
  thanks: 'Danke.',
  voteWaits: 'Danke. Das wird gesendet, sobald Netz da ist.',
  end: 'Fahrt beenden',
  endLater: `Beenden geht unter ${ridingLimits.tapKmh} km/h.`,
  after: {
    title: 'Ihre Fahrt',
    none: 'Auf dieser Fahrt lag nichts auf Ihrem Weg.',
    camerasOff: (from: string, to: string) => `Blitzer aus von ${from} bis ${to}.`,
    kept: 'Diese Liste steht nur hier und ist weg, wenn Sie die Seite verlassen.',
    list: 'Wovor gewarnt wurde',
    weather: 'Unwetterwarnungen auf dieser Fahrt',
    told: (time: string, metres: string) => `um ${time}, ${metres} vorher`,
    ofSource: 'aus einer amtlichen oder offenen Quelle',
    missed: 'Ohne Warnung vorbeigefahren',
    missedLead: `Das lag höchstens ${ridingLimits.passedBesideMetres} m neben Ihrem Weg. Es kann auch zu einer Straße daneben gehören.`,
    passed: (time: string) => `um ${time}`,
    waits: (words: string) => `Ihre Antwort „${words}“ wartet auf Netz und wird dann gesendet.`,
    again: 'Neue Fahrt',
  },
} as const
