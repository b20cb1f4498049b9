import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noticeOf, packageFolderOf, pageOf } from './third-party-notices.ts'

const built = 'dist/web'

describe.skipIf(!existsSync(built))('the notices of the built app (dist/web)', () => {
  const text = readFileSync(existsSync(built) ? join(built, 'lizenzen.txt') : 'package.json', 'utf8')
  const page = readFileSync(existsSync(built) ? join(built, 'lizenzen.html') : 'package.json', 'utf8')

  test.each(['react', 'react-dom', 'react-router', 'maplibre-gl', 'zod', '@tanstack/react-query'])(
    'name %s, with the words of its licence',
    (name) => {
      const { version, text: words } = noticeOf(join('node_modules', name))
      expect(text).toContain(`${name} ${version} (`)
      expect(text).toContain(words)
      expect(page).toContain(`<summary>${name} ${version} (`)
    },
  )

  test('name what is not imported: the typeface and the outlines', () => {
    expect(text).toMatch(/^@fontsource\/barlow-semi-condensed .*OFL/m)
    expect(text).toMatch(/^world-atlas .*ISC/m)
  })

  test('are loaded only on request', () => {
    const scripts = readdirSync(join(built, 'assets')).filter((file) => file.endsWith('.js'))
    const holding = scripts.filter((file) =>
      readFileSync(join(built, 'assets', file), 'utf8').includes('SIL OPEN FONT'),
    )
    expect(holding).toEqual([])
  })
})

test('a package that names no licence fails the build; one without a text of its own is named with its author', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-package-'))
  const write = (about: object) => writeFileSync(join(folder, 'package.json'), JSON.stringify(about))
  write({ name: 'wordless', version: '1.0.0' })
  expect(() => noticeOf(folder)).toThrow(/names no licence/)
  write({ name: 'wordless', version: '1.0.0', license: 'MIT', author: { name: 'Erika' } })
  expect(noticeOf(folder).text).toMatch(/^Copyright \(c\) Erika\..*MIT/)
  writeFileSync(join(folder, 'LICENSE'), 'Do <what> you like & more.\n')
  const notice = noticeOf(folder)
  expect(notice).toEqual({ name: 'wordless', version: '1.0.0', licence: 'MIT', text: 'Do <what> you like & more.' })
  expect(pageOf([notice])).toContain('<pre>Do &lt;what&gt; you like &amp; more.</pre>')
  rmSync(folder, { recursive: true })
})

test.each([
  ['/app/node_modules/react/index.js', '/app/node_modules/react'],
  ['\0/app/node_modules/@tanstack/react-query/build/a.js?commonjs', '/app/node_modules/@tanstack/react-query'],
  ['/app/node_modules/one/node_modules/two/a.js', '/app/node_modules/one/node_modules/two'],
  ['/app/web/main.tsx', null],
])('%j belongs to %j', (id, folder) => expect(packageFolderOf(id)).toBe(folder))
