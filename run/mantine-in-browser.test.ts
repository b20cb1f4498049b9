import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutVariables } from './mantine-in-browser.ts'

const provider = 'node_modules/@mantine/core/esm/core/MantineProvider'

test('what Mantine’s provider asks of the part that makes variables is still there, and shown only if they are asked for', () => {
  expect(existsSync(`${provider}/MantineCssVariables/MantineCssVariables.mjs`)).toBe(true)
  const code = readFileSync(`${provider}/MantineProvider.mjs`, 'utf8')
  const asked = /import \{ ([^}]+) \} from "\.\/MantineCssVariables\/MantineCssVariables\.mjs"/.exec(code)?.[1]
  expect(asked).toBe('MantineCssVariables')
  expect(withoutVariables).toContain(`export const ${asked} =`)
  expect(code).toContain('withCssVariables && /* @__PURE__ */ jsx(MantineCssVariables')
  expect(readFileSync('web/app/theme/WithMantine.tsx', 'utf8')).toContain('withCssVariables={false}')
})
