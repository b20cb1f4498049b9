/** What can be known of a POI besides its type and place. Null: its source does not say. */
export interface PoiFacts {
  street: string | null
  postcode: string | null
  city: string | null
  /** The speed limit that is monitored, km/h. */
  speed: number | null
  /** Monitored direction of travel, whole degrees from north. */
  direction: number | null
  note: string | null
}

/** Their names, which are also those of the table's columns. */
export const poiFacts = [
  'street',
  'postcode',
  'city',
  'speed',
  'direction',
  'note',
] as const satisfies readonly (keyof PoiFacts)[]
