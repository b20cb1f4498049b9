import { afterEach, expect, test, vi } from 'vitest'
import { browserKey } from '#contract/auth/auth.ts'
import { keptBrowserKey } from './browser-key.ts'

afterEach(() => vi.unstubAllGlobals())

function keep(stored: Record<string, string>) {
  const kept = new Map(Object.entries(stored))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
}

test('a browser keeps one key, which the contract accepts', () => {
  keep({})
  const made = keptBrowserKey()
  expect(browserKey.safeParse(made.browserKey).success).toBe(true)
  expect(keptBrowserKey()).toEqual(made)
  keep({})
  expect(keptBrowserKey()).not.toEqual(made)
})

test('something else under its name is replaced, so that it prevents no sign-in', () => {
  keep({ 'wegwarte.browser': '<nothing of ours>' })
  expect(browserKey.safeParse(keptBrowserKey().browserKey).success).toBe(true)
})

test('where storage is forbidden there is none', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(keptBrowserKey()).toEqual({})
})
