import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/* A class that its CSS module does not have is `undefined`: nothing fails, and the element has no look. */

/** The classes that a component takes from its CSS modules (`styles.card`) and that are not in them. */
function missingClasses(component: string, readCss: (specifier: string) => string): string[] {
  return [...component.matchAll(/^import (\w+) from '(\S+\.module\.css)'$/gm)].flatMap(
    ([, name = '', specifier = '']) => {
      const css = readCss(specifier)
      return [...component.matchAll(new RegExp(`(?<![/\\w])${name}\\.(\\w+)`, 'g'))]
        .map(([, used = '']) => used)
        .filter((used) => !new RegExp(`\\.${used}(?![\\w-])`).test(css))
        .map((used) => `${name}.${used}`)
    },
  )
}

describe('classes of CSS modules', () => {
  test('every class that a component names is in its CSS module', () => {
    const missing = globSync('web/**/*.tsx').flatMap((file) => {
      const found = missingClasses(readFileSync(file, 'utf8'), (specifier) =>
        readFileSync(specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier), 'utf8'),
      )
      return found.map((name) => `${file}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  test('one that is missing is found', () => {
    const component = "import styles from './Card.module.css'\n<p className={classes(styles.card, styles.gone)} />"
    expect(missingClasses(component, () => '.card { color: red }\n.gone-by { }')).toEqual(['styles.gone'])
  })
})
