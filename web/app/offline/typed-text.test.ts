import { expect, test } from 'vitest'
import { spur } from '#domain/testing/device-details.ts'
import type { WaitingChange } from '#web/api/waiting.ts'
import { typedText } from './typed-text.ts'

const base = { deviceName: 'Spur', notes: null }

test.each<[string, WaitingChange, string]>([
  ['of a device', { kind: 'device', id: 'd1', base: spur, mine: { ...spur, notes: 'Kette' } }, 'Notizen: Kette'],
  [
    'of another version',
    {
      kind: 'unreadable',
      value: { change: { kind: 'boat', id: 'b', base, mine: { ...base, sail: 'rot', engine: false } }, stuck: null },
    },
    'sail: rot\nengine: nein',
  ],
  ['without a base', { kind: 'unreadable', value: { change: { kind: 'word', text: 'Hallo' } } }, 'text: Hallo'],
  ['that is no record', { kind: 'unreadable', value: 'Hallo' }, 'Hallo'],
  ['that is empty', { kind: 'unreadable', value: null }, ''],
])('what was typed is shown, of a change %s', (_name, change, text) => expect(typedText(change)).toBe(text))
