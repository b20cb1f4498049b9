/** The columns that are read, by every name used by years and offices, in order of preference (feeds, 4). */
const names = {
  id: ['uidentstlae', 'uidentstla', 'objectid', 'objectid_1', 'oid_', 'fid', 'id'],
  land: ['uland', 'land'],
  year: ['ujahr', 'year'],
  month: ['umonat', 'month'],
  weekday: ['uwochentag', 'weekday'],
  category: ['ukategorie', 'severity'],
  kind: ['uart'],
  type: ['utyp1'],
  light: ['ulichtverh', 'licht', 'light_condition'],
  surface: ['strzustand', 'ustrzustand', 'iststrasse', 'iststrassenzustand', 'street_condition'],
  motorcycle: ['istkrad', 'bike'],
  car: ['istpkw', 'car'],
  bicycle: ['istrad', 'bicycle'],
  onFoot: ['istfuss', 'pedestrian'],
  longitude: ['xgcswgs84', 'lng'],
  latitude: ['ygcswgs84', 'lat'],
} as const
type Column = keyof typeof names

/** Without these an accident can be neither placed nor weighted; shown to people by their official names. */
const needed = {
  year: 'UJAHR',
  month: 'UMONAT',
  category: 'UKATEGORIE',
  motorcycle: 'IstKrad',
  longitude: 'XGCSWGS84',
  latitude: 'YGCSWGS84',
} as const

/** The index of each column; -1 if the table does not have it. */
export type Columns = Readonly<Record<Column, number>> & { count: number }

/** Reads a table's first line. */
export function accidentColumns(header: string): Columns | { missing: string[] } {
  const found = fieldsOf(header).map((name) => name.trim().toLowerCase())
  const positionOf = (column: Column) => {
    const name = names[column].find((alias) => found.includes(alias))
    return name === undefined ? -1 : found.indexOf(name)
  }
  const missing = columnNames(needed).filter((column) => positionOf(column) === -1)
  if (missing.length > 0) return { missing: missing.map((column) => needed[column]) }
  return {
    id: positionOf('id'),
    land: positionOf('land'),
    year: positionOf('year'),
    month: positionOf('month'),
    weekday: positionOf('weekday'),
    category: positionOf('category'),
    kind: positionOf('kind'),
    type: positionOf('type'),
    light: positionOf('light'),
    surface: positionOf('surface'),
    motorcycle: positionOf('motorcycle'),
    car: positionOf('car'),
    bicycle: positionOf('bicycle'),
    onFoot: positionOf('onFoot'),
    longitude: positionOf('longitude'),
    latitude: positionOf('latitude'),
    count: found.length,
  }
}

function columnNames<Name extends string>(columns: Readonly<Record<Name, string>>): Name[] {
  const isName = (name: string): name is Name => name in columns
  return Object.keys(columns).filter(isName)
}

/** The fields of a line; in some years some of them are in quotes. */
export function fieldsOf(line: string): string[] {
  const pieces = line.split(';')
  if (!line.includes('"')) return pieces
  const fields: string[] = []
  let open: string | null = null
  for (const piece of pieces) {
    const text: string = open === null ? piece : `${open};${piece}`
    const isWhole = text.split('"').length % 2 === 1
    open = isWhole ? null : text
    if (isWhole) fields.push(unquoted(text))
  }
  return open === null ? fields : [...fields, open]
}

function unquoted(text: string): string {
  const quoted = /^\s*"(.*)"\s*$/s.exec(text)?.[1]
  return quoted === undefined ? text : quoted.replaceAll('""', '"')
}
