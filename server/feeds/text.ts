import * as z from 'zod/mini'

/** Text from a source, without what PostgreSQL cannot store: the character NUL and halves of surrogate pairs. */
export const text = z.pipe(
  z.string(),
  z.transform((value) => value.replaceAll('\0', '').toWellFormed()),
)
