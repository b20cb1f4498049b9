import { expect, test } from 'vitest'
import { isDevtoolsShortcut } from './block-devtools.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

test.each([
  { ...none, key: 'F12' },
  { ...none, key: 'I', ctrlKey: true, shiftKey: true },
  { ...none, key: 'j', ctrlKey: true, shiftKey: true },
  { ...none, key: 'C', ctrlKey: true, shiftKey: true },
  { ...none, key: 'i', metaKey: true, altKey: true },
  { ...none, key: 'u', ctrlKey: true },
  { ...none, key: 'u', metaKey: true },
])('$key with ctrl $ctrlKey, shift $shiftKey, meta $metaKey opens the developer tools', (keys) => {
  expect(isDevtoolsShortcut(keys)).toBe(true)
})

test.each([
  { ...none, key: 'u' },
  { ...none, key: 'I', shiftKey: true },
  { ...none, key: 'c', ctrlKey: true },
  { ...none, key: 'v', ctrlKey: true },
  { ...none, key: 'F5' },
])('$key with ctrl $ctrlKey, shift $shiftKey is left alone', (keys) => {
  expect(isDevtoolsShortcut(keys)).toBe(false)
})
