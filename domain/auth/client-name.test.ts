import { expect, test } from 'vitest'
import { clientName, knownClientName } from './client-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox auf Windows'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome auf Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge auf Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari auf iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari auf Mac',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unbekanntes Programm'],
])('%j is called %s', (client, name) => {
  expect(clientName(client)).toBe(name)
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox auf Windows'],
  ['Firefox/143.0', 'Firefox'],
  ['Ihr Konto wurde gesperrt: https://boese.example', 'Unbekanntes Programm'],
])('%j is called %s in an e-mail', (client, name) => {
  expect(knownClientName(client)).toBe(name)
})
