const unknownClient = 'Unbekanntes Programm'

/** Longer words first, because some browsers also call themselves another one. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** The same, only in our own words: somebody else may choose what a program says of itself. */
export function knownClientName(client: string): string {
  const names = [nameIn(browsers, client), nameIn(systems, client)].filter((name) => name !== null)
  return names.length === 0 ? unknownClient : names.join(' auf ')
}

/** `Firefox auf Windows`: what a browser says of itself, in the words people use; other programs as they are. */
export function clientName(client: string): string {
  const browser = nameIn(browsers, client)
  const system = nameIn(systems, client)
  if (browser !== null && system !== null) return `${browser} auf ${system}`
  const said = browser ?? system ?? client.trim()
  return said === '' ? unknownClient : said
}

function nameIn(names: readonly [RegExp, string][], client: string): string | null {
  return names.find(([pattern]) => pattern.test(client))?.[1] ?? null
}
