import { sessionTexts } from './texts.ts'

/** Longer words first where one browser also calls itself another. */
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

/** `Firefox auf Windows`: what a browser says of itself, in the words people use; other programs as they are. */
export function clientName(client: string): string {
  const browser = nameIn(browsers, client)
  const system = nameIn(systems, client)
  if (browser !== null && system !== null) return sessionTexts.on(browser, system)
  const said = browser ?? system ?? client.trim()
  return said === '' ? sessionTexts.unknownClient : said
}

function nameIn(names: readonly [RegExp, string][], client: string): string | null {
  return names.find(([pattern]) => pattern.test(client))?.[1] ?? null
}
