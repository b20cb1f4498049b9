import { ridingLimits } from '#contract/riding-limits.ts'
import type { Country } from '#domain/riding/countries.ts'
import type { HazardType } from '#domain/riding/hazards.ts'
import type { HotspotCondition } from '#contract/route-check.ts'
import type { DataStatus } from '#contract/weather.ts'
import type { WeatherKind } from '#domain/riding/weather-areas.ts'
import type { Warning } from '#domain/riding/warning.ts'
import { counted } from '#web/kit/formats.ts'
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

export const weatherNames: Record<WeatherKind, string> = {
  thunderstorm: 'Gewitter',
  rain: 'Regen',
  thaw: 'Tauwetter',
  snow: 'Schnee',
  ice: 'Glätte',
  fog: 'Nebel',
  wind: 'Sturm',
}

/** Nothing where all is well. */
export const weatherStatusWords: Record<DataStatus, string | null> = {
  ok: null,
  stale: 'Die Unwetterwarnungen sind nicht auf dem neuesten Stand.',
  unavailable: 'Unwetterwarnungen sind gerade nicht bekannt.',
}

export const sideNames: Record<Warning['side'], string> = { left: 'links', right: 'rechts', ahead: 'voraus' }

/** What is wrong, and what the rider can do; nothing where all is well. */
export const receptionWords: Record<Reception, string | null> = {
  good: null,
  searching: 'Ihre Position wird gesucht. Noch wird nicht gewarnt.',
  rough: 'Die Position ist ungenau. Hinweise können zu spät kommen oder fehlen.',
  jumping: 'Die Position springt. Gewarnt wird wieder, sobald sie stimmt.',
  lost: 'Keine Position mehr. Es wird nicht gewarnt, bis das Telefon wieder freie Sicht zum Himmel hat.',
  denied:
    'Wegwarte darf Ihre Position nicht sehen. Erlauben Sie sie für diese Seite in den Einstellungen des Browsers, und starten Sie neu.',
  unavailable: 'Das Telefon findet keine Position. Schalten Sie die Ortung ein, und starten Sie neu.',
}

/** Besides Germany's. */
export const countryWords: Record<Country, string | null> = {
  germany: null,
  switzerland:
    'In der Schweiz darf ein Gerät, das vor Kontrollen warnt, nicht einmal mitgeführt werden (Art. 98a SVG). Der Fahrmodus kennt keine; öffnen Sie hier auch nicht die Karte mit Blitzern.',
  elsewhere: 'Sie sind außerhalb Deutschlands: Hier sind nur wenige Gefahren bekannt, und es gelten andere Regeln.',
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
  noWakeLock: 'Dieser Browser lässt den Bildschirm ausgehen. Stellen Sie die Bildschirmsperre vor der Fahrt ab.',
  screen: 'Fahrt',
  camerasOff: (time: string) => `Blitzer aus seit ${time}`,
  noHazard: 'Nichts gemeldet',
  notYet: 'Einen Augenblick',
  next: 'Danach',
  passed: 'vorbei',
  notKnownWhether: 'Ob das dort gerade gilt, ist nicht bekannt.',
  unconfirmed: 'gemeldet, unbestätigt',
  doubted: 'von anderen angezweifelt',
  noSpeed: '–',
  kmh: 'km/h',
  asOf: (ago: string) => `Kein Netz. Gefahren auf dem Stand von ${ago}.`,
  nothingKnown: 'Kein Netz: Es sind noch keine Gefahren geladen. Es wird nicht gewarnt.',
  truncated: 'Hier sind mehr Gefahren bekannt, als das Telefon laden kann. Einige fehlen.',
  away: (seconds: number) =>
    `Die Seite war ${seconds < 90 ? counted(Math.round(seconds), 'Sekunde', 'Sekunden') : counted(Math.round(seconds / 60), 'Minute', 'Minuten')} nicht im Vordergrund. So lange wurde nicht gewarnt.`,
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
    again: 'Neue Fahrt',
  },
} as const
