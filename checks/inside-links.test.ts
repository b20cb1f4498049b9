import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `to="tel:110"`, or the same as a template: our own links would look for a page of that name. */
const elsewhere = /\bto=\{?["'`][a-z][a-z+.-]*:/

test('a link within the app leads to no other site or program: that is what `OutsideButtonLink` and `<a>` are for', () => {
  expect('<ButtonLink to="tel:110">').toMatch(elsewhere)
  expect('<Link to={`https://${host}`}>').toMatch(elsewhere)
  expect(globSync('web/**/*.tsx').filter((file) => elsewhere.test(readFileSync(file, 'utf8')))).toEqual([])
})
