import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const isThere = () => places.some((place) => existsSync(place))
/** It shows the same pages faster. Without it the whole browser is used. */
const shell = '/usr/bin/chromium-headless-shell'

/** Installs the browser for the journeys with the system's package manager. If it may not do that, it says what to do. */
export function ensureChromium() {
  if (!isThere() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet)
    if (!existsSync(shell)) spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], quiet)
  }
  if (!isThere()) {
    console.error(
      `The journeys need Chromium at ${places.join(' or ')}: install it, e.g. "sudo apt-get install chromium".`,
    )
  }
  return true
}
