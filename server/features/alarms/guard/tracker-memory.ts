import * as z from 'zod'
import type { TrackerMemory } from '#domain/alarms/tracker-memory.ts'

const number = z.number()
const instant = z
  .number()
  .nullable()
  .transform((ms) => (ms === null ? null : new Date(ms)))
const trust = z
  .tuple([z.boolean(), number, number])
  .transform(([isTrusted, confirmed, denied]) => ({ isTrusted, confirmed, denied }))

/** In the order in which they are stored: without names and with times in ms, as it is written and read with every fix. */
const stored = z
  .tuple([
    number,
    number.nullable(),
    number.nullable(),
    number,
    number,
    instant,
    number,
    number,
    number,
    number,
    z.boolean(),
    number,
    instant,
    trust,
    trust,
    number.nullable(),
    number,
  ])
  .transform((row): TrackerMemory => ({
    variance: row[0],
    usualAccuracy: row[1],
    usualSeconds: row[2],
    knownSeconds: row[3],
    knownFixes: row[4],
    strayedFarAt: row[5],
    farStrayFixes: row[6],
    wariness: row[7],
    strayMetres: row[8],
    straySeconds: row[9],
    isCalm: row[10],
    restingFixes: row[11],
    movedAt: row[12],
    speed: row[13],
    motion: row[14],
    reportSeconds: row[15],
    silentSeconds: row[16],
  }))

/** What is remembered of a tracker, as it is stored. */
export function writtenMemory(memory: TrackerMemory): string {
  const trustOf = ({ isTrusted, confirmed, denied }: TrackerMemory['speed']) => [isTrusted, confirmed, denied]
  const ms = (at: Date | null) => (at === null ? null : at.getTime())
  return JSON.stringify([
    memory.variance,
    memory.usualAccuracy,
    memory.usualSeconds,
    memory.knownSeconds,
    memory.knownFixes,
    ms(memory.strayedFarAt),
    memory.farStrayFixes,
    memory.wariness,
    memory.strayMetres,
    memory.straySeconds,
    memory.isCalm,
    memory.restingFixes,
    ms(memory.movedAt),
    trustOf(memory.speed),
    trustOf(memory.motion),
    memory.reportSeconds,
    memory.silentSeconds,
  ])
}

/** Reads what `writtenMemory` wrote. What another version has written is forgotten: it must never keep reports from being stored. */
export function readMemory(written: unknown): TrackerMemory | null {
  return written === null ? null : (stored.safeParse(written).data ?? null)
}
