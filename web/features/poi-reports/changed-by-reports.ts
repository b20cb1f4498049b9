import { pois } from '#contract/pois/pois.ts'

/** The queries that another report or vote about a POI changes. */
export const changedByReports = [pois.show, pois.list, pois.overview]
