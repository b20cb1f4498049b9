/** What somebody looks for on a page: by its role and what it is called, by its label, or by its own words. */
export interface Thing {
  by: 'role' | 'label' | 'text'
  what: Words
  name?: Words
  /** The thing that contains it. */
  within?: Thing
}

/** A string is the whole text; a regular expression can match a part. */
type Words = string | RegExp

export function role(what: string, name?: Words, within?: Thing): Thing {
  return { by: 'role', what, ...(name !== undefined && { name }), ...(within !== undefined && { within }) }
}

export const button = (name: Words, within?: Thing): Thing => role('button', name, within)
export const heading = (name: Words): Thing => role('heading', name)

export function label(what: Words, within?: Thing): Thing {
  return { by: 'label', what, ...(within !== undefined && { within }) }
}

export function text(what: Words, within?: Thing): Thing {
  return { by: 'text', what, ...(within !== undefined && { within }) }
}
