import * as z from 'zod/mini'

/** For the body of a change whose fields are all optional: one that names none is a mistake. */
export const changesSomething = z.refine<object>(
  (change: object) => Object.keys(change).length > 0,
  'Bitte geben Sie an, was sich ändern soll.',
)
