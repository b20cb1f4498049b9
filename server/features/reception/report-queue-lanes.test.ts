import { describe, expect, test } from 'vitest'
import { createLanes } from './report-queue.ts'

/** `x1` is the first item of the tracker x. Y is called y and yard. */
const namesOf = (item: string) => (item.startsWith('yard') ? ['yard'] : [item.slice(0, 1)])
const namesOfTracker = (item: string) => (item.startsWith('y') ? ['y', 'yard'] : [item.slice(0, 1)])

type Step =
  | ['add', string, refused?: 'no room']
  | ['next', string]
  | ['held', string]
  | ['begin', string]
  | ['nextOf', tracker: string, string]

/** What each step gives has to be what stands behind it; items are separated by spaces, trackers have one letter. */
const cases: { name: string; steps: Step[] }[] = [
  {
    name: 'all stand in one line while nothing blocks',
    steps: [
      ['add', 'x1'],
      ['add', 'y1'],
      ['add', 'x2'],
      ['begin', ''],
      ['next', 'x1 y1 x2'],
      ['next', ''],
    ],
  },
  {
    name: 'no more are taken at once than may be',
    steps: [
      ['add', 'a1'],
      ['add', 'a2'],
      ['add', 'a3'],
      ['add', 'a4'],
      ['next', 'a1 a2 a3'],
      ['next', 'a4'],
    ],
  },
  {
    name: 'what is held up waits in a lane, with what followed it in the line, and the line goes on',
    steps: [
      ['add', 'x1'],
      ['add', 'a1'],
      ['add', 'x2'],
      ['next', 'x1 a1 x2'],
      ['add', 'a2'],
      ['add', 'x3'],
      ['held', 'x1 x2'],
      ['begin', 'x'],
      ['begin', ''],
      ['next', 'a2'],
      ['nextOf', 'x', 'x1 x2 x3'],
      ['add', 'x4'],
      ['nextOf', 'x', 'x4'],
      ['nextOf', 'x', ''],
    ],
  },
  {
    name: 'a lane that is empty is closed, and its tracker stands in the line again',
    steps: [
      ['add', 'x1'],
      ['next', 'x1'],
      ['held', 'x1'],
      ['begin', 'x'],
      ['nextOf', 'x', 'x1'],
      // While its items are worked on, it is open.
      ['add', 'x2'],
      ['next', ''],
      ['nextOf', 'x', 'x2'],
      ['nextOf', 'x', ''],
      ['add', 'x3'],
      ['next', 'x3'],
      ['held', 'x3'],
      ['begin', 'x'],
    ],
  },
  {
    name: 'every name of a tracker leads to its lane',
    steps: [
      ['add', 'y1'],
      ['add', 'yard2'],
      ['next', 'y1 yard2'],
      ['add', 'yard3'],
      ['held', 'y1 yard2'],
      ['begin', 'y'],
      ['next', ''],
      ['nextOf', 'y', 'y1 yard2 yard3'],
      ['add', 'yard4'],
      ['nextOf', 'y', 'yard4'],
    ],
  },
  {
    name: 'no more lanes are worked on at once than may be, and the next begins when one is closed',
    steps: [
      ['add', 'x1'],
      ['add', 'y1'],
      ['add', 'z1'],
      ['next', 'x1 y1 z1'],
      ['held', 'x1 y1 z1'],
      ['begin', 'x y'],
      ['nextOf', 'x', 'x1'],
      ['begin', ''],
      ['nextOf', 'x', ''],
      ['begin', 'z'],
      ['nextOf', 'y', 'y1'],
      ['nextOf', 'z', 'z1'],
    ],
  },
  {
    name: 'a lane has only room for what is worked on at once, so that it takes none from others',
    steps: [
      ['add', 'x1'],
      ['next', 'x1'],
      ['held', 'x1'],
      ['add', 'x2'],
      ['add', 'x3'],
      ['add', 'x4', 'no room'],
      ['add', 'a1'],
      ['add', 'a2'],
      ['add', 'a3'],
      ['add', 'a4'],
      ['add', 'a5', 'no room'],
      ['next', 'a1 a2 a3'],
    ],
  },
  {
    name: 'all lanes together hold no more than the line may',
    steps: [
      ['add', 'x1'],
      ['add', 'y1'],
      ['next', 'x1 y1'],
      ['held', 'x1 y1'],
      ['add', 'x2'],
      ['add', 'y2'],
      ['add', 'x3', 'no room'],
      ['add', 'y3', 'no room'],
      ['add', 'a1'],
    ],
  },
]

describe('in lanes', () => {
  test.each(cases)('$name', ({ steps }) => {
    const lanes = createLanes(namesOf, { largest: 3, mostWaiting: 4, lanesAtOnce: 2 })
    const begun = new Map<string, ReturnType<typeof lanes.begin>[number]>()
    const take = ([what, ...words]: Step): string => {
      switch (what) {
        case 'add':
          return [words[0], ...(lanes.add(words[0]) ? [] : ['no room'])].join()
        case 'next':
          return lanes.next().join(' ')
        case 'held':
          lanes.part(words[0].split(' ').map((item) => ({ item, names: namesOfTracker(item) })))
          return words[0]
        case 'begin': {
          const next = lanes.begin().map((lane) => [[...lane.names][0] ?? '', lane] as const)
          for (const [name, lane] of next) begun.set(name, lane)
          return next.map(([name]) => name).join(' ')
        }
        case 'nextOf': {
          const lane = begun.get(words[0])
          return [words[0], lane === undefined ? 'not begun' : lanes.nextOf(lane).join(' ')].join()
        }
      }
    }
    expect(steps.map((step) => `${step[0]}: ${take(step)}`)).toEqual(
      steps.map(([what, ...words]) => `${what}: ${words.join()}`),
    )
  })
})
