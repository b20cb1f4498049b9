import type { RoadAccess } from '#contract/closures/closures.ts'
import type { HotspotCondition, PlaceDirection, RouteSide, StraightReason } from '#contract/route-check/route-check.ts'
import type { OfferedTime } from '#domain/route-check/departure.ts'
import type { GpxLine } from '#domain/route-check/gpx-reading.ts'
import type { Verdict } from '#domain/route-check/route-spots.ts'

export const routeCheckTexts = {
  title: 'Route prüfen',
  lead: 'Sehen Sie vor der Fahrt, was auf Ihrer Strecke liegt: Blitzer, Baustellen, Unfallschwerpunkte und Unwetter, in der Reihenfolge der Fahrt.',
  privacy:
    'Ihre Datei und Ihre Zeichnung bleiben in Ihrem Browser. Nur der Linienverlauf wird zum Abgleich übertragen; gespeichert wird er erst, wenn Sie die Strecke speichern.',
  routerPrivacy:
    'Ihre Datei bleibt in Ihrem Browser. Beim Zeichnen gehen die Punkte über uns an den Router des Betreibers, der die Straßen dazwischen sucht; von wem sie sind, erfährt er nicht. Zum Abgleich wird nur der Linienverlauf übertragen; gespeichert wird er erst, wenn Sie die Strecke speichern.',
  legalTitle: 'Nur für die Planung vor der Fahrt',
  legalText:
    'Vor der Fahrt dürfen Sie sich über Blitzer informieren. Während der Fahrt ist es verboten, sie sich anzeigen zu lassen – auch auf dem Gerät von Mitfahrenden (§ 23 Abs. 1c StVO). Nehmen Sie diese Liste nicht mit ans Steuer oder an den Lenker.',

  input: {
    title: 'Ihre Strecke',
    drop: 'GPX-Datei hierher ziehen oder',
    choose: 'Datei auswählen',
    hint: 'GPX 1.0 oder 1.1 mit Track, Route oder Wegpunkten, höchstens 10 MB.',
    paste: 'Stattdessen Text einfügen',
    pasteLabel: 'Inhalt der GPX-Datei',
    read: 'Strecke übernehmen',
    another: 'Andere Strecke',
    reading: 'Die Datei wird gelesen …',
  },

  drawing: {
    open: 'Auf der Karte zeichnen',
    title: 'Strecke zeichnen',
    hint: 'Tippen Sie auf die Karte: Jeder Punkt verlängert die Strecke. Punkte lassen sich ziehen, oder mit den Pfeiltasten verschieben.',
    mapLabel: 'Karte zum Zeichnen der Strecke',
    none: 'Noch kein Punkt. Tippen Sie auf den Start.',
    one: 'Ein Punkt. Tippen Sie auf den nächsten.',
    length: (points: string, distance: string) => `${points} Punkte, ${distance} Luftlinie.`,
    roadLength: (points: string, distance: string) => `${points} Punkte, ${distance} auf Straßen.`,
    asking: 'Die Straßen zwischen den Punkten werden gesucht …',
    onRoads: 'Die Strecke folgt den Straßen zwischen Ihren Punkten.',
    withoutRouter:
      'Die Strecke folgt geraden Linien, weil hier kein Router eingerichtet ist. Setzen Sie in Kurven mehr Punkte.',
    straight: {
      'no-way':
        'Die Strecke folgt geraden Linien, weil der Router zwischen diesen Punkten keinen Weg findet. Verschieben Sie die Punkte auf Straßen.',
      'too-far':
        'Die Strecke folgt geraden Linien, weil einige Punkte weiter auseinanderliegen, als der Router auf einmal rechnet. Setzen Sie Punkte dazwischen.',
      'no-answer':
        'Die Strecke folgt geraden Linien, weil der Router gerade keine Strecke liefert. Setzen Sie in Kurven mehr Punkte; beim nächsten Punkt wird er wieder gefragt.',
      unusable:
        'Die Strecke folgt geraden Linien, weil die Antwort des Routers nicht zu Ihren Punkten passt. Setzen Sie in Kurven mehr Punkte, oder verschieben Sie einen Punkt.',
    } satisfies Record<StraightReason, string>,
    notAsked: (problem: string) =>
      `Die Strecke folgt geraden Linien, weil nach den Straßen nicht gefragt werden konnte. ${problem}`,
    full: (points: string) => `${points} Punkte sind erreicht. Entfernen Sie einen, um einen anderen zu setzen.`,
    check: 'Strecke prüfen',
    removeLast: 'Letzten Punkt entfernen',
    startAnew: 'Neu beginnen',
    byName: 'Punkt über einen Ort hinzufügen',
    points: 'Punkte der Strecke',
    point: (number: string, coordinates: string) => `${number}: ${coordinates}`,
    pin: (number: string) => `Punkt ${number}, mit den Pfeiltasten verschieben`,
    remove: 'Entfernen',
    removePoint: (number: string) => `Punkt ${number} entfernen`,
    name: 'Gezeichnete Strecke',
  },

  last: {
    title: 'Zuletzt geprüft',
    open: 'Wieder öffnen',
  },

  faults: {
    title: 'Diese Datei kann nicht gelesen werden',
    tooLarge: 'Die Datei ist größer als 10 MB. Bitte teilen Sie die Aufzeichnung oder exportieren Sie nur die Strecke.',
    noLine:
      'In dieser Datei ist keine Strecke: Es braucht einen Track, eine Route oder mindestens zwei Wegpunkte. Bitte exportieren Sie die Strecke als Track.',
    unreadable: 'Die Datei konnte nicht geöffnet werden. Bitte wählen Sie sie noch einmal aus.',
    check: 'Die Strecke konnte nicht geprüft werden',
    again: 'Noch einmal prüfen',
  },

  line: {
    label: 'Welche Strecke?',
    kinds: { track: 'Track', route: 'Route', waypoints: 'Wegpunkte' } satisfies Record<GpxLine['kind'], string>,
    unnamed: (kind: string, number: string) => `${kind} ${number}`,
    option: (name: string, points: string) => `${name} (${points})`,
    points: ['Punkt', 'Punkte'],
    sparse: (distance: string) =>
      `Zwischen zwei Punkten dieser Strecke liegen bis zu ${distance} Luftlinie. Geprüft wird die gerade Linie dazwischen, nicht die Straße. Exportieren Sie die Strecke als Track, oder setzen Sie beim Zeichnen mehr Punkte, dann stimmt die Liste.`,
  },

  corridor: {
    label: 'Abstand zur Strecke',
    option: (distance: string) => `bis ${distance}`,
  },
  departure: {
    title: 'Wann fahren Sie?',
    now: 'Jetzt',
    offered: {
      TODAY_MORNING: 'Heute früh',
      TODAY_EVENING: 'Heute Abend',
      TOMORROW_MORNING: 'Morgen früh',
      TOMORROW_EVENING: 'Morgen Abend',
    } satisfies Record<OfferedTime, string>,
    other: 'Andere Zeit',
    lead: 'Mit Abfahrt und Tempo gilt die Liste für Ihre Fahrt: Was bis dahin vorbei ist, entfällt.',
    at: 'Abfahrt',
    pace: 'Tempo im Schnitt',
    kmh: (speed: string) => `${speed} km/h`,
    hint: 'Deutsche Zeit. Pausen sind nicht eingerechnet.',
    check: 'Für diese Zeit prüfen',
    remove: 'Ohne Abfahrtszeit prüfen',
  },

  ride: {
    title: 'Ihre Fahrt',
    departure: 'Abfahrt',
    arrival: 'Ankunft',
    sun: 'Sonne am Start',
    sunTimes: (sunrise: string, sunset: string) => `auf ${sunrise}, unter ${sunset}`,
    sunAlwaysUp: 'geht an diesem Tag nicht unter',
    sunNeverUp: 'geht an diesem Tag nicht auf',
    dark: 'Dämmerung und Dunkelheit',
    glare: 'Tief stehende Sonne von vorn',
    glareHint: 'Bei klarem Himmel und flachem Land gerechnet.',
    nowhere: 'nicht auf dieser Fahrt',
    range: (from: string, to: string, begin: string, end: string) => `km ${from} bis ${to} (${begin} bis ${end})`,
    leftOutItems: ['Eintrag gilt', 'Einträge gelten'],
    leftOutWarnings: ['Unwetterwarnung gilt', 'Unwetterwarnungen gelten'],
    leftOut: (what: string) => `${what} dort nicht mehr oder noch nicht, wenn Sie vorbeikommen, und fehlen deshalb.`,
    onlyWarnings: 'Vom Wetter sind nur die amtlichen Warnungen bekannt, keine Vorhersage.',
    tooFarForWeather:
      'Unwetterwarnungen werden meist erst ein bis zwei Tage vorher bekannt. Prüfen Sie die Strecke am Abend vor der Fahrt noch einmal.',
    at: (time: string) => `gegen ${time}`,
    because: {
      dusk: 'Dämmerung',
      dark: 'Dunkelheit',
      wet: 'Nässe',
      icy: 'Glätte',
      weekend: 'Wochenende',
    } satisfies Record<HotspotCondition, string>,
  },

  download: {
    gpx: 'Als GPX',
    cameras: 'mit Blitzern, nur für die Planung',
    saved: 'Die Strecke ist als GPX-Datei gespeichert.',
    fileName: (day: string) => `strecke_${day}.gpx`,
  },

  reverse: 'Gegenrichtung prüfen',
  reversed: 'Geprüft wird die Gegenrichtung.',
  print: 'Liste drucken',

  result: {
    title: 'Auf Ihrer Strecke',
    checking: 'Die Strecke wird geprüft …',
    head: (name: string, distance: string) => `${name} · ${distance}`,
    mattering: ['Stelle zum Aufpassen', 'Stellen zum Aufpassen'],
    atLeast: (places: string) => `Mindestens ${places}`,
    noneMatters: {
      none: 'Keine Stelle zum Aufpassen bekannt',
      weather: 'Achten Sie auf das Wetter',
      unfinished: 'Die Liste ist nicht vollständig',
    } satisfies Record<Exclude<Verdict['kind'], 'some'>, string>,
    first: 'Wichtig',
    others: (count: string) => `Weitere ${count}`,
    now: 'jetzt',
    noWeather: 'keine Unwetterwarnung',
    weatherUnknown: 'Unwetter noch nicht bekannt',
    weather: ['Unwetterwarnung', 'Unwetterwarnungen'],
    stale: 'Daten zum Teil veraltet',
    actions: 'Was Sie mit der Strecke tun können',
    more: 'Mehr',
    nothing: 'Auf dieser Strecke ist nichts gemeldet.',
    nothingHint:
      'Das heißt nicht, dass nichts kommt: Mobile Kontrollen und neue Baustellen stehen oft in keiner Quelle. Mit einem größeren Abstand finden Sie auch, was neben der Strecke liegt.',
    withoutCameras:
      'Blitzer können in dieser Liste fehlen: Sie werden nicht für unterwegs aufbewahrt (§\u00a023 Abs.\u00a01c StVO).',
    hidden: 'Alle Einträge sind ausgeblendet. Wählen Sie oben eine Kategorie.',
    truncated: (count: string) =>
      `Es gibt mehr Einträge, als auf einmal gezeigt werden. Die Liste endet nach ${count}. Teilen Sie die Strecke oder wählen Sie einen kleineren Abstand.`,
    mapLabel: 'Karte der Strecke mit nummerierten Einträgen',
    categories: 'Kategorien',
    sources: 'Quellen',
    dataTitle: 'Quellen und Stand der Daten.',
    dataOf: (title: string, age: string) => `${title}: ${age}`,
    never: 'noch nie abgerufen',
    old: 'veraltet',
    checkedAt: (time: string) => `Geprüft am ${time}`,
  },

  closures: {
    title: 'Sperrungen für Motorräder',
    access: {
      closed: 'gesperrt',
      destination: 'nur für Anlieger',
      unread: 'vielleicht gesperrt',
      open: 'offen',
    } satisfies Record<RoadAccess, string>,
    whenPassing: (access: string, time: string) => `${access}, wenn Sie gegen ${time} vorbeikommen`,
    sometimes: 'zeitweise gesperrt',
    waypoint: (name: string | null) => ['Für Motorräder gesperrt', name].filter((part) => part !== null).join(': '),
  },

  warnings: {
    title: 'Unwetterwarnungen auf der Strecke',
    range: (from: string, to: string) => `km ${from} bis ${to}`,
    level: (level: number, word: string) => `Stufe ${level} – ${word}`,
    advance: (level: number, word: string) => `Noch keine Warnung, möglich ist Stufe ${level} – ${word}`,
  },

  item: {
    km: (distance: string) => `km ${distance}`,
    hotspot: 'Unfallstelle',
    around: (road: string) => `${road} und Umgebung`,
    of: (km: string, note: string) => `${km}: ${note}`,
    onRide: (conditions: string) => `bei Ihrer Fahrt: ${conditions}`,
    limit: (speed: string) => `${speed} km/h`,
    notThen: (hours: string) => `dann nicht, nur ${hours}`,
    spoken: (number: string, words: string) => `Nummer ${number}: ${words}`,
    beside: (distance: string, side: string) => `${distance} ${side}`,
  },
  directions: {
    same: 'in Fahrtrichtung',
    opposite: 'Gegenrichtung',
    across: 'Querrichtung',
    unknown: null,
  } satisfies Record<PlaceDirection, string | null>,
  sides: { left: 'links', right: 'rechts', on: null } satisfies Record<RouteSide, string | null>,
}
