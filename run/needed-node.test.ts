import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import neededNode from './needed-node.cjs'

const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts

const nodeSentence = (version: string) =>
  `Wegwarte braucht Node 18.13 oder neuer, hier läuft ${version}: Debian 12 und neuere haben es ` +
  '(„apt install nodejs npm“), für andere Systeme gibt es Node auf https://nodejs.org.'
const npmSentence = (version: string) =>
  `Wegwarte braucht npm 9.2 oder neuer, hier läuft ${version}: „npm install --global npm@9“ holt es, als Benutzer mit den Rechten dafür.`

test.each([
  ['10.24.0', 'npm/5.8.0 node/v10.24.0 linux x64', nodeSentence('10.24.0')],
  ['12.22.12', 'npm/7.5.2 node/v12.22.12 linux x64', nodeSentence('12.22.12')],
  ['18.12.1', 'npm/9.2.0 node/v18.12.1 linux x64', nodeSentence('18.12.1')],
  ['18.13.0', 'npm/8.19.3 node/v18.13.0 linux x64', npmSentence('8.19.3')],
  ['24.1.0', 'npm/9.1.3 node/v18.20.4 linux x64', npmSentence('9.1.3')],
  ['18.13.0', 'npm/9.2.0 node/v18.13.0 linux x64', null],
  ['18.20.4', 'npm/9.2.0 node/v18.20.4 linux x64', null],
  ['24.21.0', 'npm/11.21.2 node/v24.21.0 linux x64', null],
  ['20.20.2', 'npm/10.8.2 node/v20.20.2 linux x64', null],
  ['24.21.0', undefined, null],
  ['24.21.0', 'pnpm/8.1.0 npm/? node/v24.21.0 linux x64', null],
])('Node %s with %j gets one sentence if either is older than those of Debian 12', (node, agent, sentence) => {
  expect(neededNode.tooOld(node, agent)).toBe(sentence)
})

describe('every script of package.json', () => {
  test.each(Object.entries(scripts))('%s ends with that sentence before anything of it is read', (_name, script) => {
    const folder = mkdtempSync(join(tmpdir(), 'wegwarte-old-node-'))
    try {
      const old = join(folder, 'old.cjs')
      writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '12.22.12' })")
      const [program, ...args] = script.split(' ')
      expect(program).toBe('node')
      const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', old, ...args], { encoding: 'utf8' })
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `${nodeSentence('12.22.12')}\n` })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
