import { FileMistake } from './file-mistake.ts'
import { charactersPerTurn } from './reading-turns.ts'

export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Attributes; line: number }
  | { kind: 'text'; text: string; line: number }
  | { kind: 'close'; name: string; line: number }
  /** So much was read that other work may have its turn, including what yields nothing, such as comments. */
  | { kind: 'turn'; line: number }

/** An element's attributes by their names without prefix. */
export type Attributes = ReadonlyMap<string, string>

/**
 * A document's elements and texts in order, names without their prefix. It knows the five entities of XML and characters by
 * number, and expands nothing else: a document with entities of its own is refused.
 * @throws {FileMistake}
 */
export function* xmlEvents(document: string): Generator<XmlEvent, void> {
  const scan = createScan(document)
  const open: string[] = []
  let hasRoot = false
  let turnEnds = charactersPerTurn
  for (;;) {
    if (scan.position() > turnEnds) {
      turnEnds = scan.position() + charactersPerTurn
      yield { kind: 'turn', line: scan.line() }
    }
    const { text, line } = scan.textBeforeTag()
    if (open.length > 0 && text !== '') yield* textEvents(text, line, open.at(-1))
    else if (text.trim() !== '') throw new FileMistake('not-xml', line, null)
    if (scan.atEnd()) break
    const tag = scan.tag(open.at(-1) ?? null)
    if (tag.kind === 'ignored') continue
    if (tag.kind === 'text') {
      yield { kind: 'text', text: tag.text, line: scan.line() }
      continue
    }
    if (tag.kind === 'close') {
      if (open.pop() !== tag.name) throw new FileMistake('unclosed', scan.line(), tag.name)
      yield { kind: 'close', name: localName(tag.name), line: scan.line() }
      continue
    }
    if (open.length === 0) refuseRoot(tag.name, hasRoot, scan.line())
    hasRoot = true
    const name = localName(tag.name)
    yield { kind: 'open', name, attributes: attributesIn(tag.attributes, scan.line(), name), line: scan.line() }
    if (tag.isEmpty) yield { kind: 'close', name, line: scan.line() }
    else open.push(tag.name)
  }
  if (open.length > 0) throw new FileMistake('cut-off', scan.line(), open.at(-1) ?? null)
  if (!hasRoot) throw new FileMistake('empty', 1, null)
}

/** A long text, such as a line's coordinates, comes in pieces with turns between them; no entity is cut. */
function* textEvents(text: string, line: number, element: string | undefined): Generator<XmlEvent, void> {
  for (let from = 0; from < text.length;) {
    let end = from + charactersPerTurn
    if (end < text.length) {
      const entity = text.lastIndexOf('&', end)
      if (entity > end - longestEntity) end = entity
    }
    yield { kind: 'text', text: decoded(text.slice(from, end), line, element), line }
    if (end < text.length) yield { kind: 'turn', line }
    from = end
  }
}

/** `&#x10ffff;` */
const longestEntity = 10

type Tag =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
  | { kind: 'ignored' }

const openTag = /<([^\s/>"'=<!?]+)((?:\s+[^\s=/>"'<]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const closeTag = /<\/([^\s>]+)\s*>/y

/** A position in the document that moves on from tag to tag and counts lines. */
function createScan(document: string) {
  let position = document.startsWith('\uFEFF') ? 1 : 0
  let line = 1

  function moveTo(end: number): string {
    const passed = document.slice(position, end)
    for (let at = passed.indexOf('\n'); at !== -1; at = passed.indexOf('\n', at + 1)) line += 1
    position = end
    return passed
  }
  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = position
    return pattern.exec(document)
  }
  /** Moves behind the end of a part of the document; returns what is before it. */
  function until(start: string, end: string, element: string | null): string {
    const found = document.indexOf(end, position + start.length)
    if (found === -1) throw new FileMistake('cut-off', line, element)
    return moveTo(found + end.length).slice(start.length, -end.length)
  }
  function ignore(start: string, end: string, element: string | null): Tag {
    until(start, end, element)
    return { kind: 'ignored' }
  }

  return {
    line: () => line,
    position: () => position,
    atEnd: () => position >= document.length,
    textBeforeTag() {
      const startLine = line
      const next = document.indexOf('<', position)
      return { text: moveTo(next === -1 ? document.length : next), line: startLine }
    },
    tag(inside: string | null): Tag {
      const starts = (text: string) => document.startsWith(text, position)
      if (starts('<!--')) return ignore('<!--', '-->', inside)
      if (starts('<?')) return ignore('<?', '?>', inside)
      if (starts('<![CDATA[')) return { kind: 'text', text: until('<![CDATA[', ']]>', inside) }
      if (starts('<!')) return readDoctype(until('<!', '>', inside), line)
      const closed = match(closeTag)
      if (closed !== null) {
        moveTo(closeTag.lastIndex)
        return { kind: 'close', name: closed[1] ?? '' }
      }
      // A tag longer than a turn is none.
      openTag.lastIndex = 0
      const opened = openTag.exec(document.slice(position, position + charactersPerTurn))
      if (opened === null) {
        throw new FileMistake(document.includes('>', position) ? 'malformed' : 'cut-off', line, inside)
      }
      moveTo(position + openTag.lastIndex)
      return { kind: 'open', name: opened[1] ?? '', attributes: opened[2] ?? '', isEmpty: opened[3] === '/' }
    },
  }
}

function readDoctype(declaration: string, line: number): Tag {
  if (/^doctype\s+html/i.test(declaration)) throw new FileMistake('html', line, null)
  // Entities of its own can grow to any size; no program of this field writes them.
  if (declaration.includes('[') || !/^doctype/i.test(declaration)) throw new FileMistake('doctype', line, null)
  return { kind: 'ignored' }
}

function refuseRoot(name: string, hasRoot: boolean, line: number): void {
  if (name.toLowerCase() === 'html') throw new FileMistake('html', line, name)
  if (hasRoot) throw new FileMistake('malformed', line, name)
}

const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function attributesIn(text: string, line: number, element: string): Attributes {
  if (text === '') return noAttributes
  const all = [...text.matchAll(attribute)]
  return new Map(
    all.map(([, name = '', double, single]) => [localName(name), decoded(double ?? single ?? '', line, element)]),
  )
}

const noAttributes: Attributes = new Map()

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

function decoded(text: string, line: number, element: string | undefined): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+)?;?/gi, (whole, name: string | undefined) => {
    const character = name === undefined || !whole.endsWith(';') ? undefined : characterOf(name)
    if (character === undefined) throw new FileMistake('entity', line, element ?? null)
    return character
  })
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return entities.get(name)
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
