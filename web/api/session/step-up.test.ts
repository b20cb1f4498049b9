import { expect, test } from 'vitest'
import { createStepUp, type StepUpQuestion } from './step-up.ts'

function asking() {
  const stepUp = createStepUp()
  const shown: (StepUpQuestion | null)[] = []
  const stop = stepUp.onQuestion((question) => void shown.push(question))
  return { stepUp, shown, stop }
}

test('calls that need a proof at the same time ask once, and all go by the answer', async () => {
  const { stepUp, shown } = asking()
  const answers = Promise.all([stepUp.ask(), stepUp.ask()])
  expect(shown).toHaveLength(1)
  shown[0]?.answer(true)
  expect(await answers).toEqual([true, true])
  expect(shown.at(-1)).toBeNull()
})

test('a question that was answered is asked anew the next time', async () => {
  const { stepUp, shown } = asking()
  const first = stepUp.ask()
  shown[0]?.answer(false)
  expect(await first).toBe(false)
  const second = stepUp.ask()
  shown.at(-1)?.answer(true)
  expect(await second).toBe(true)
})

test('the answer is no while nothing can ask', async () => {
  expect(await createStepUp().ask()).toBe(false)
})

test('leaving the screens that can ask is a no to an open question', async () => {
  const { stepUp, stop } = asking()
  const answer = stepUp.ask()
  stop()
  expect(await answer).toBe(false)
})
