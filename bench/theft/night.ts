import { type Choice, coveringRows } from './covering-array.ts'

/** What a night is made of. */
export const factors = {
  /**
   * How the vehicle is taken. `jammed`: ridden, and from 60 to 120 s on nothing is heard any more. `frozen`: the receiver repeats
   * its coordinates, also in the first minutes of the ride. `café`: from where its owner has stopped on „Ich fahre“.
   */
  taken: ['ridden', 'in a van', 'pushed', 'jammed', 'frozen', 'café'],
  protocol: ['OsmAnd', 'OwnTracks HTTP', 'GT06', 'H02', 'Teltonika'],
  everySeconds: [10, 60, 300],
  database: ['embedded', 'PostgreSQL'],
  /** What the first of two emergency contacts does once called; the second never answers. */
  contacts: ['none', 'answers', 'leaves', 'never answers'],
  /** `answers`: „Das bin ich“, between the turns of both contacts. */
  owner: ['sleeps', 'answers'],
  killed: ['nothing', 'product', 'gateway', 'database'],
  /** `taken`: when the first fix of the theft is due. `alarm`: when it is on screen. `hops`: before the first contact's turn. */
  killedAt: ['taken', 'alarm', 'hops'],
} as const

export type Night = { [Factor in keyof typeof factors]: (typeof factors)[Factor][number] }

/** Nights in which any two circumstances meet. */
export function nights(): Night[] {
  return coveringRows(
    Object.values(factors).map(({ length }) => length),
    isPossible,
  ).map(nightOf)
}

/** The embedded database has no gateway of its own to kill, because its product is one process. */
function isPossible(choice: Choice): boolean {
  const [, , , database, , , killed] = choice
  return !(database === factors.database.indexOf('embedded') && killed === factors.killed.indexOf('gateway'))
}

function nightOf(row: readonly number[]): Night {
  const [taken, protocol, every, database, contacts, owner, killed, killedAt] = row
  return {
    taken: sure(factors.taken, taken),
    protocol: sure(factors.protocol, protocol),
    everySeconds: sure(factors.everySeconds, every),
    database: sure(factors.database, database),
    contacts: sure(factors.contacts, contacts),
    owner: sure(factors.owner, owner),
    killed: sure(factors.killed, killed),
    killedAt: sure(factors.killedAt, killedAt),
  }
}

function sure<Level>(levels: readonly Level[], number = Number.NaN): Level {
  const level = levels[number]
  if (level === undefined) throw new RangeError(`there is no level ${number}`)
  return level
}
