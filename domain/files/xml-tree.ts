import { FileMistake } from './file-mistake.ts'
import { type Attributes, xmlEvents } from './xml-reading.ts'

interface OpenElement {
  name: string
  attributes: Attributes
  text: string
  /** Its content, by name and in order. */
  children: Map<string, unknown[]>
}

/**
 * A short document as plain data, for a schema to check; null if it cannot be read. An element with others in it is a
 * record of its attributes and of them, any other is its text. One that occurs several times, or that `lists` names, is an
 * array. Names are without their prefix.
 */
export function xmlTree(document: string, lists: readonly string[]): unknown {
  const root = elementOf('', new Map())
  const open = [root]
  try {
    for (const event of xmlEvents(document)) {
      const inner = open.at(-1) ?? root
      if (event.kind === 'open') open.push(elementOf(event.name, event.attributes))
      else if (event.kind === 'text') inner.text += event.text
      else if (event.kind === 'close') {
        open.pop()
        const { children } = open.at(-1) ?? root
        const before = children.get(inner.name)
        if (before === undefined) children.set(inner.name, [dataOf(inner, lists)])
        else before.push(dataOf(inner, lists))
      }
    }
  } catch (error) {
    if (error instanceof FileMistake) return null
    throw error
  }
  return dataOf(root, lists)
}

function elementOf(name: string, attributes: Attributes): OpenElement {
  return { name, attributes, text: '', children: new Map() }
}

function dataOf({ attributes, text, children }: OpenElement, lists: readonly string[]): unknown {
  if (children.size === 0) return text.trim()
  const elements = [...children].map(([name, values]) => {
    return [name, values.length > 1 || lists.includes(name) ? values : values[0]] as const
  })
  return Object.fromEntries([...attributes, ...elements])
}
