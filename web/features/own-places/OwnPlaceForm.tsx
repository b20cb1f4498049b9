import { devices } from '#contract/devices/devices.ts'
import { type OwnPlace, ownPlaces, placeVisits } from '#contract/own-places/own-places.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { labelAmong } from '#web/shared/devices/device-label.ts'
import { type Entering, type OneZone, ZoneForm } from '#web/shared/zones/ZoneForm.tsx'
import { CheckGroup } from '#web/ui/controls/CheckGroup.tsx'
import { draftOf, entryOf, type PlaceDraft, toggled, visitsOf } from './place-draft.ts'
import { ownPlacesTexts as texts } from './texts.ts'

const kind = { calls: ownPlaces, radii: [100, 200, 300, 500, 1000, 2000], entryOf, saved: texts.saved }
const choices = placeVisits.map((value) => ({ value, ...texts.visits[value] }))

/** Name, place and radius of an own place, and of which visits of each vehicle its owner is notified. */
export function OwnPlaceForm(props: OneZone<OwnPlace>) {
  return (
    <ZoneForm {...kind} start={draftOf(props.zone)} {...props}>
      {(entering) => <Watches {...entering} />}
    </ZoneForm>
  )
}

function Watches({ draft: { watches }, enter }: Entering<PlaceDraft>) {
  const { data: own = [] } = useCall(devices.list, {})
  return own.map((device) => (
    <CheckGroup
      key={device.id}
      legend={labelAmong(device, own)}
      choices={choices}
      chosen={visitsOf(watches, device.id)}
      onToggle={(visit) => enter({ watches: toggled(watches, device.id, visit) })}
      error={undefined}
    />
  ))
}
