import { expect, test } from 'vitest'
import { textOf } from './text-encoding.ts'

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['UTF-8', new TextEncoder().encode('Bühl – 50'), 'Bühl – 50'],
  ['UTF-8 with its mark', Uint8Array.from([0xef, 0xbb, 0xbf, 0x42]), 'B'],
  ['UTF-16, little end first', Uint8Array.from([0xff, 0xfe, 0xfc, 0x00]), 'ü'],
  ['UTF-16, big end first', Uint8Array.from([0xfe, 0xff, 0x00, 0xfc]), 'ü'],
  ['ISO 8859-1 without a word', latin('Bühl'), 'Bühl'],
  [
    'what is declared',
    latin('<?xml version="1.0" encoding="iso-8859-2"?>\xb1'),
    '<?xml version="1.0" encoding="iso-8859-2"?>ą',
  ],
  ['a declaration that lies', latin('<?xml encoding="utf-16"?>é'), '<?xml encoding="utf-16"?>é'],
  ['a declaration nobody knows', latin('<?xml encoding="klingon"?>é'), '<?xml encoding="klingon"?>é'],
  [
    'Latin letters in what says that it is UTF-8',
    latin('<?xml version="1.0" encoding="UTF-8"?>M\xfcnchner Stra\xdfe'),
    '<?xml version="1.0" encoding="UTF-8"?>Münchner Straße',
  ],
  ['Latin letters behind the mark of UTF-8', latin('\xef\xbb\xbfM\xfcnchen'), 'München'],
  [
    'UTF-8 in what says that it is Latin',
    new TextEncoder().encode('<?xml version="1.0" encoding="ISO-8859-1"?>Bühl – Ötigheim'),
    '<?xml version="1.0" encoding="ISO-8859-1"?>Bühl – Ötigheim',
  ],
  [
    'what is impossible in the declared encoding of several bytes',
    latin('<?xml version="1.0" encoding="EUC-JP"?>B\xfchl'),
    '<?xml version="1.0" encoding="EUC-JP"?>Bühl',
  ],
  ['dashes and quotes of Windows', latin('\x84B\xfchl\x93 \x96 50'), '„Bühl“ – 50'],
  ['nothing', new Uint8Array(), ''],
])('reads %s', (_name, bytes, text) => {
  expect(textOf(bytes)).toBe(text)
})
