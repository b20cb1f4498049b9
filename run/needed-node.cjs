'use strict'
/*
 * Loaded before each script of package.json (`node -r`): what is older than Debian 12's Node and npm gets one sentence
 * instead of a stack trace. In the oldest JavaScript, because Node reads all of a file before it runs any of it.
 */
var needed = { node: [18, 13], npm: [9, 2] }

/**
 * @param {string} node its version, as in `process.versions.node`
 * @param {string | undefined} agent what npm says of itself to its scripts: `npm/9.2.0 node/v18.20.4 linux x64`
 * @returns {string | null} one German sentence, or null where both are new enough or npm did not start us
 */
function tooOld(node, agent) {
  if (isOlder(node, needed.node)) {
    return (
      'Wegwarte braucht Node ' +
      needed.node.join('.') +
      ' oder neuer, hier läuft ' +
      node +
      ': Debian 12 und neuere haben es („apt install nodejs npm“), für andere Systeme gibt es Node auf https://nodejs.org.'
    )
  }
  var npm = /^npm\/(\S+)/.exec(agent || '')
  if (npm !== null && isOlder(npm[1], needed.npm)) {
    return (
      'Wegwarte braucht npm ' +
      needed.npm.join('.') +
      ' oder neuer, hier läuft ' +
      npm[1] +
      ': „npm install --global npm@9“ holt es, als Benutzer mit den Rechten dafür.'
    )
  }
  return null
}

function isOlder(version, than) {
  var parts = version.split('.').map(Number)
  return parts[0] < than[0] || (parts[0] === than[0] && parts[1] < than[1])
}

module.exports = { tooOld: tooOld }

var sentence = tooOld(process.versions.node, process.env.npm_config_user_agent)
if (sentence !== null) {
  console.error(sentence)
  process.exit(1)
}
