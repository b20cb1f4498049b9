import type { To } from 'react-router'

/** Where the sheet over the map leads. */
export interface NowLinks {
  rides: To
  dossier: To
  settings: To
  alarm: To
}
