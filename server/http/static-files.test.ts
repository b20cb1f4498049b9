import { expect, test } from 'vitest'
import { pagesOf, spellingOf } from './static-files.ts'

test.each([
  { url: '/LOGIN', spelling: '/login' },
  { url: '/Dossier/', spelling: '/dossier' },
  { url: '/Auth/Login?redirect=%2FTracking', spelling: '/auth/login?redirect=%2FTracking' },
  { url: '/login', spelling: null },
  { url: '/', spelling: null },
  { url: '//Evil.example', spelling: null },
  { url: '//EVIL/', spelling: null },
  { url: '/%2F%2FEVIL', spelling: null },
  { url: '/\\EVIL', spelling: null },
])('the address $url is spelled $spelling', ({ url, spelling }) => {
  expect(spellingOf(url)).toBe(spelling)
})

test('the page of a screen names the files of this screen, every other page those of none, each under a tag of its own', () => {
  const pageOf = pagesOf('<head><title>App</title></head>', { '/dashboard': '<link href="/$&.js">' })
  expect(pageOf('/dashboard').html).toBe('<head><title>App</title><link href="/$&.js"></head>')
  expect(pageOf('/elsewhere').html).toBe('<head><title>App</title></head>')
  expect(pageOf('/dashboard').tag).not.toBe(pageOf('/elsewhere').tag)
})

test('the page of a screen that is about one thing names its files at every address of it', () => {
  const pageOf = pagesOf('<head></head>', { '/fall/:device': '<link href="/case.js">' })
  expect(pageOf('/fall/0a1b').html).toBe('<head><link href="/case.js"></head>')
  for (const path of ['/fall', '/fall/0a1b/more', '/other/0a1b']) expect(pageOf(path).html).toBe('<head></head>')
})
