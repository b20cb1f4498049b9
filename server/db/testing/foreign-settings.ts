/** Statements that give a database settings in which the driver could not read what it says. */
export function foreignSettings(database: string): string[] {
  const settings = {
    datestyle: "'German, DMY'",
    intervalstyle: 'sql_standard',
    timezone: "'Asia/Kathmandu'",
    bytea_output: 'escape',
    standard_conforming_strings: 'off',
    extra_float_digits: '-10',
  }
  return Object.entries(settings).map(([name, value]) => `alter database ${database} set ${name} to ${value}`)
}
