import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inertPart, withRemovableComponents } from './router-in-browser.ts'

const lib = 'node_modules/react-router/dist/production/lib'
const imports = /^import \{ ([^}]+) \} from "([^"]+)";$/gm

/** The names that other parts of React Router import from one, where they are the browser's. */
function namesAskedOf(name: string): string[] {
  const askers = ['components.js', 'hooks.js', 'dom/lib.js', 'router/router.js']
  return askers.flatMap((asker) =>
    [...readFileSync(`${lib}/${asker}`, 'utf8').matchAll(imports)]
      .filter(([, , from]) => from.endsWith(`/${name}.js`))
      .flatMap(([, names]) => (names ?? '').split(', ')),
  )
}

test.each([
  ['ssr/components', 'dom/ssr/components'],
  ['instrumentation', 'router/instrumentation'],
])('what React Router asks of %s is still there', (ending, name) => {
  const code = inertPart(`${lib}/${name}.js`)
  const asked = namesAskedOf(ending)
  expect(asked).not.toEqual([])
  for (const wanted of asked) expect(code).toMatch(new RegExp(`^export const ${wanted} = (?!undefined)`, 'm'))
})

test('a component of React Router that nobody imports can be left out of the bundle', () => {
  const code = readFileSync(`${lib}/dom/lib.js`, 'utf8')
  expect(code).toMatch(/= React\$1\.forwardRef\(/)
  expect(code).toContain('Form.displayName = "Form";')
  const removable = withRemovableComponents(code)
  expect(removable).not.toMatch(/^const \w+ = React\$1\.forwardRef\(/m)
  expect(removable).not.toMatch(/^\w+\.displayName/m)
  expect(removable).toContain('const Link = /* @__PURE__ */ React$1.forwardRef(')
})
