import { expect, test } from 'vitest'
import { spellingOf } from './static-files.ts'

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
