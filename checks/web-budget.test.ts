import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'

const web = 'dist/web'
const manifestFile = join(web, '.vite/manifest.json')

const budget = z
  .object({
    screens: z.record(z.string(), z.object({ modules: z.array(z.string()), javascript: z.number(), css: z.number() })),
    neverFirst: z.string(),
  })
  .parse(JSON.parse(readFileSync('checks/web-budget.json', 'utf8')))

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)

describe.skipIf(!existsSync(manifestFile))('the built web app (dist/web)', () => {
  const manifest = existsSync(manifestFile) ? manifestShape.parse(JSON.parse(readFileSync(manifestFile, 'utf8'))) : {}

  /** Every file that is loaded until a screen's first answer is drawn: the start, the screen and what comes beside it, with all that they import. */
  function filesOf(...modules: string[]): Set<string> {
    const files = new Set<string>()
    const visited = new Set<string>()
    const collect = (key: string): void => {
      const chunk = manifest[key]
      if (chunk === undefined || visited.has(key)) return
      visited.add(key)
      for (const file of [chunk.file, ...chunk.css]) files.add(file)
      chunk.imports.forEach(collect)
    }
    for (const module of ['index.html', ...modules]) {
      expect(manifest[module], `${module} is a chunk of its own`).toBeDefined()
      collect(module)
    }
    return files
  }

  const size = (files: Iterable<string>, ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(web, file)), { level: 9 }).length, 0)

  test.each(Object.entries(budget.screens))(
    'loads no more for %s than its budget',
    (_path, { modules, javascript, css }) => {
      const files = filesOf(...modules)
      const sizes = { javascript: size(files, '.js'), css: size(files, '.css') }
      console.log(
        `${modules[0]}: ${sizes.javascript} of ${javascript} bytes JavaScript, ${sizes.css} of ${css} bytes CSS`,
      )
      expect(sizes.javascript).toBeLessThanOrEqual(javascript)
      expect(sizes.css).toBeLessThanOrEqual(css)
    },
  )

  test.each(['RidesTab', 'AlarmTab', 'SettingsTab', 'TripPage'])('does not load %s before /tracking', (name) => {
    const part = manifest[`web/app/tracking/${name}.tsx`]?.file
    expect(part, `${name} is a chunk of its own`).toBeDefined()
    expect([...filesOf('web/app/tracking/TrackingPage.tsx')]).not.toContain(part)
  })

  test.each(Object.entries(budget.screens))(
    'makes no code out of text for %s: no policy allows it',
    (_path, { modules }) => {
      const scripts = [...filesOf(...modules)].filter((file) => file.endsWith('.js'))
      for (const file of scripts) expect(readFileSync(join(web, file), 'utf8')).not.toMatch(/(?<![.\w])Function\(/)
    },
  )

  test.each(Object.entries(budget.screens))('does not load the library of the map before %s', (_path, { modules }) => {
    const [library, ...others] = Object.values(manifest).filter(({ name }) => name === budget.neverFirst)
    expect([library?.file, others], `${budget.neverFirst} is a chunk of its own`).toEqual([expect.any(String), []])
    expect([...filesOf(...modules)]).not.toContain(library?.file)
  })

  test.each(Object.entries(budget.screens).filter(([path]) => path !== '/'))(
    'names all that %s consists of in its page, so that it is fetched at once',
    (path, { modules }) => {
      const heads = z
        .record(z.string(), z.string())
        .parse(JSON.parse(readFileSync(join(web, '.vite/screens.json'), 'utf8')))
      const page = readFileSync(join(web, 'app.html'), 'utf8') + heads[path]
      expect([...filesOf(...modules)].filter((file) => !page.includes(`"/${file}"`))).toEqual([])
    },
  )

  test('names the manifest in the pages of visitors alone: on the others it comes once their answers are drawn', () => {
    const heads = readFileSync(join(web, '.vite/screens.json'), 'utf8')
    const namesManifest = (html: string | undefined) => html?.includes('rel="manifest"')
    const ofScreens = z.record(z.string(), z.string()).parse(JSON.parse(heads))
    expect(namesManifest(readFileSync(join(web, 'index.html'), 'utf8'))).toBe(true)
    expect(namesManifest(ofScreens['/login'])).toBe(true)
    expect(namesManifest(readFileSync(join(web, 'app.html'), 'utf8'))).toBe(false)
    expect(namesManifest(ofScreens['/dashboard'])).toBe(false)
  })
})
