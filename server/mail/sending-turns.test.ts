import { setImmediate as othersBegin } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSendingTurns } from './sending-turns.ts'

/** Sends that last until they are told to end, in the order in which they begin. */
function startSends(limits: { atOnce: number; othersAtOnce: number }) {
  const turns = createSendingTurns(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string, isAlarm: boolean, signal = new AbortController().signal) =>
    turns.run({ isAlarm, signal }, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string, sending: Promise<void>) => {
    await othersBegin()
    ends.get(name)?.()
    await sending
  }
  return { begun, begin, end }
}

test('as many e-mails are on their way as there are connections, and the next one begins when one ends', async () => {
  const { begun, begin, end } = startSends({ atOnce: 2, othersAtOnce: 2 })
  const first = begin('first', true)
  void begin('second', false)
  const third = begin('third', false)
  await othersBegin()
  expect(begun).toEqual(['first', 'second'])
  await end('first', first)
  expect(begun).toEqual(['first', 'second', 'third'])
  await end('third', third)
})

test('an alarm goes before all others that wait, and alarms among themselves in the order in which they came', async () => {
  const { begun, begin, end } = startSends({ atOnce: 1, othersAtOnce: 1 })
  const link = begin('link', false)
  void begin('news', false)
  const alarm = begin('alarm', true)
  const second = begin('second alarm', true)
  await end('link', link)
  await end('alarm', alarm)
  await end('second alarm', second)
  expect(begun).toEqual(['link', 'alarm', 'second alarm', 'news'])
})

test('others leave connections to alarms, however many wait', async () => {
  const { begun, begin } = startSends({ atOnce: 3, othersAtOnce: 1 })
  for (const name of ['link', 'news', 'reminder']) void begin(name, false)
  for (const name of ['alarm', 'second alarm', 'third alarm']) void begin(name, true)
  await othersBegin()
  expect(begun).toEqual(['link', 'alarm', 'second alarm'])
})

test('where the server takes fewer connections, no more are used, and others have a part of those', async () => {
  const turns = createSendingTurns({ atOnce: 9, othersAtOnce: 3 })
  const signal = new AbortController().signal
  const begun: string[] = []
  const ends: (() => void)[] = []
  const begin = (name: string, isAlarm: boolean) =>
    turns.run({ isAlarm, signal }, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const refused = () => turns.run({ isAlarm: true, signal }, async () => turns.narrow())
  expect(await refused(), 'there are no others').toBe('none')
  for (const name of ['first', 'second', 'third']) void begin(name, true)
  expect(await refused()).toBe('narrower')
  for (const name of ['link', 'news']) void begin(name, false)
  await othersBegin()
  expect(begun).toEqual(['first', 'second', 'third'])
  for (const end of ends.splice(0)) end()
  await othersBegin()
  expect(begun).toEqual(['first', 'second', 'third', 'link'])
})

test('however few connections the server takes, one is left to an alarm', async () => {
  const turns = createSendingTurns({ atOnce: 15, othersAtOnce: 5 })
  const signal = new AbortController().signal
  const begun: string[] = []
  const hanging = (name: string, isAlarm: boolean) =>
    void turns.run({ isAlarm, signal }, () => {
      begun.push(name)
      return new Promise<void>(() => undefined)
    })
  hanging('link', false)
  expect(await turns.run({ isAlarm: false, signal }, async () => turns.narrow())).toBe('narrower')
  hanging('news', false)
  hanging('alarm', true)
  await othersBegin()
  expect(begun).toEqual(['link', 'alarm'])
})

test('whoever is dropped while waiting takes no turn', async () => {
  const { begun, begin, end } = startSends({ atOnce: 1, othersAtOnce: 1 })
  const dropping = new AbortController()
  const first = begin('first', false)
  const dropped = begin('dropped', false, dropping.signal)
  const last = begin('last', false)
  dropping.abort(new Error('the product stops'))
  await expect(dropped).rejects.toThrow('the product stops')
  await expect(begin('late', true, dropping.signal)).rejects.toThrow('the product stops')
  await end('first', first)
  await end('last', last)
  expect(begun).toEqual(['first', 'last'])
})
