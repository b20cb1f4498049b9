import { expect, test } from 'vitest'
import { xmlTree } from './xml-tree.ts'

test('an element with others in it is a record with its attributes, any other is its text', () => {
  const document = `<?xml version="1.0"?><g:gpx version="1.1"><!-- a comment --><wpt lat="49" g:lon="8">
    <name lang="de"> Böen &amp; <![CDATA[<Regen>]]> </name><desc/></wpt></g:gpx>`
  expect(xmlTree(document, [])).toEqual({
    gpx: { version: '1.1', wpt: { lat: '49', lon: '8', name: 'Böen & <Regen>', desc: '' } },
  })
})

test('what comes several times is a list, and so is what is always one', () => {
  expect(xmlTree('<a><b>1</b><b>2</b><c>3</c><d>4</d></a>', ['c'])).toEqual({
    a: { b: ['1', '2'], c: ['3'], d: '4' },
  })
})

test('a name that objects have by themselves is a name like any other', () => {
  const tree = xmlTree('<a><__proto__><polluted>1</polluted></__proto__><b/></a>', [])
  expect(Object.keys((tree as { a: object }).a)).toEqual(['__proto__', 'b'])
  expect({}).not.toHaveProperty('polluted')
})

test.each(['', 'no xml', '<a>', '<a></b>', '<a>&unknown;</a>', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'])(
  '%s cannot be read',
  (document) => {
    expect(xmlTree(document, [])).toBeNull()
  },
)
