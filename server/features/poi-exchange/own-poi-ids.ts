import { ownPoiIdForm } from '#contract/poi-exchange/poi-exchange.ts'
import type { OwnPoiPosition } from './own-pois.store.ts'

/** The id of an own POI; it also marks where a page of them ends. */
export function ownPoiIdOf({ fileId, number }: OwnPoiPosition): string {
  return `${fileId}.${number}`
}

/** Null if a text is no such id. */
export function positionOf(id: string): OwnPoiPosition | null {
  const [, fileId, number] = ownPoiIdForm.exec(id) ?? []
  return fileId === undefined || number === undefined ? null : { fileId, number: Number(number) }
}
