import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '#contract/endpoints.ts'

const web = 'dist/web'
const manifestFile = join(web, '.vite/manifest.json')

const budget = z
  .object({
    screens: z.record(z.string(), z.object({ module: z.string(), javascript: z.number(), css: z.number() })),
    onlyOnMapPages: z.string(),
  })
  .parse(JSON.parse(readFileSync('checks/web-budget.json', 'utf8')))

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
)

describe.skipIf(!existsSync(manifestFile))('the built web app (dist/web)', () => {
  const manifest = existsSync(manifestFile) ? manifestShape.parse(JSON.parse(readFileSync(manifestFile, 'utf8'))) : {}

  /** Every file that must arrive before a screen works: the start and the screen, with all they import. */
  function filesOf(module: string): Set<string> {
    const files = new Set<string>()
    const visited = new Set<string>()
    const collect = (key: string): void => {
      const chunk = manifest[key]
      if (chunk === undefined || visited.has(key)) return
      visited.add(key)
      for (const file of [chunk.file, ...chunk.css]) files.add(file)
      chunk.imports.forEach(collect)
    }
    collect('index.html')
    collect(module)
    return files
  }

  const size = (files: Iterable<string>, ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(web, file)), { level: 9 }).length, 0)

  test.each(Object.entries(budget.screens))(
    'loads no more for %s than its budget',
    (_path, { module, javascript, css }) => {
      expect(manifest[module], `${module} is a chunk of its own`).toBeDefined()
      const files = filesOf(module)
      const sizes = { javascript: size(files, '.js'), css: size(files, '.css') }
      console.log(`${module}: ${sizes.javascript} of ${javascript} bytes JavaScript, ${sizes.css} of ${css} bytes CSS`)
      expect(sizes.javascript).toBeLessThanOrEqual(javascript)
      expect(sizes.css).toBeLessThanOrEqual(css)
    },
  )

  test('holds nothing of what only the documentation of the API says', () => {
    const scripts = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []))
    const built = scripts.map((file) => readFileSync(join(web, file), 'utf8')).join('')
    expect(built).toContain('/api/auth/login')
    expect(endpoints.filter(({ summary }) => built.includes(summary))).toEqual([])
  })

  test.each(Object.entries(budget.screens))('does not load the map for %s', (_path, { module }) => {
    for (const file of filesOf(module)) {
      expect(readFileSync(join(web, file), 'utf8').toLowerCase()).not.toContain(budget.onlyOnMapPages)
    }
  })
})
