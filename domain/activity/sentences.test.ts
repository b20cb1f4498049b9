import { expect, test } from 'vitest'
import { activity } from '#contract/activity/activity.ts'
import { sentenceOf } from '#domain/activity/sentences.ts'

const entry = { id: '1', at: '2026-11-21T12:00:00Z', actor: 'owner', deviceId: null, deviceName: null, detail: null }

test('a list with an entry of a kind that only a newer version knows is read, and each entry has a sentence', () => {
  const kinds = ['signed-in', 'made-tomorrow', 'constructor']
  const { entries } = activity.list.reply.parse({ entries: kinds.map((kind) => ({ ...entry, kind })), next: null })
  expect(entries.map(({ kind }) => sentenceOf(kind))).toEqual([
    'Angemeldet',
    'Etwas, das erst eine neuere Fassung der App benennt',
    'Etwas, das erst eine neuere Fassung der App benennt',
  ])
})
