import { expect, test } from 'vitest'
import { changesIn, createDrafts, forgetDrafts } from './drafts.ts'

const typed = { notes: 'Kette geölt', name: 'Enduro', password: 'geheim', newPassword: 'geheimer' }
const initial = { notes: '', name: 'Enduro', password: '', newPassword: '' }

test('a draft holds what was changed, never a password', () => {
  expect(changesIn(typed, initial)).toEqual({ notes: 'Kette geölt' })
  expect(changesIn({ ...initial, password: 'geheim' }, initial)).toBeNull()
})

test('a draft is given back to the user who typed it, and to nobody else', () => {
  const drafts = createDrafts<{ notes: string }>()
  drafts.keep('device-a', 'anna', { notes: 'Kette geölt' })
  expect(drafts.of('device-a', 'anna')).toEqual({ notes: 'Kette geölt' })
  expect(drafts.of('device-a', 'bert')).toBeNull()
  expect(drafts.of('device-b', 'anna')).toBeNull()
})

test('signing out leaves no draft behind', () => {
  const drafts = createDrafts<{ notes: string }>()
  drafts.keep('device-a', 'anna', { notes: 'Kette geölt' })
  forgetDrafts()
  expect(drafts.of('device-a', 'anna')).toBeNull()
})
