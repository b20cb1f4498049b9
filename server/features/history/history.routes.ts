import { history } from '#contract/history/history.ts'
import { positionColumnsOf } from '#domain/history/position-columns.ts'
import { historyJson } from './history-json.ts'
import type { PlaceNames } from '#server/places/place-names.ts'
import type { PeopleFeature } from '#server/features/people/people.feature.ts'
import type { HistoryService } from './history.service.ts'
import { type Api, JsonPieces } from '#server/http/api.ts'
import { programOf } from '#server/http/caller.ts'

export function registerHistoryRoutes(
  api: Api,
  service: HistoryService,
  { nameOf }: Pick<PlaceNames, 'nameOf'>,
  people: Pick<PeopleFeature, 'look'>,
): void {
  api.on(history.show, async ({ params, query, hasLeft }) => {
    const found = await service.history(params.deviceId, query, hasLeft)
    return new JsonPieces(historyJson(found, query.format))
  })
  api.on(history.outline, async ({ params, query }) => {
    const page = await service.outline(params.deviceId, query)
    return { columns: page === null ? null : positionColumnsOf(page) }
  })
  api.on(history.latest, async ({ caller, device, params }) => {
    const isShown = device.role === 'OWNER' || (await people.look(caller.user.id, device.id))
    const position = isShown ? await service.latest(params.deviceId) : null
    return { position, placeName: position && (await nameOf(position)) }
  })
  api.on(history.days, async ({ params }) => ({
    days: await service.days(params.deviceId),
  }))
  api.on(history.remove, async ({ params, query }) => service.remove(params.deviceId, query))
  api.on(history.gpx, ({ caller, device, query }) => service.file(device, 'gpx', query, programOf(caller)))
  api.on(history.export, ({ caller, device, params, query }) =>
    service.file(device, params.format, query, programOf(caller)),
  )
}
