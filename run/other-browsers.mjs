import { existsSync, readdirSync } from 'node:fs'

/** What the stories in WebKit and Firefox need from each of Debian's packages. */
const packages = {
  'webkit2gtk-driver': () => existsSync('/usr/bin/WebKitWebDriver'),
  gjs: () => existsSync('/usr/bin/gjs'),
  'gir1.2-webkit2-4.1': () => existsSync('/usr/lib') && readdirSync('/usr/lib').some(hasWebKitForGjs),
  'firefox-esr': () => existsSync('/usr/bin/firefox-esr'),
  xvfb: () => existsSync('/usr/bin/Xvfb'),
}

/** Names of the packages that are not installed. */
export function missingForOtherBrowsers() {
  return Object.entries(packages).flatMap(([name, isThere]) => (isThere() ? [] : [name]))
}

function hasWebKitForGjs(machine) {
  return existsSync(`/usr/lib/${machine}/girepository-1.0/WebKit2-4.1.typelib`)
}
