import { devices } from '#contract/devices/devices.ts'
import { type OwnPlace, ownPlaces, placeVisits, placeWeatherLevels } from '#contract/own-places/own-places.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { labelAmong } from '#web/shared/devices/device-label.ts'
import { type Entering, type OneZone, ZoneForm } from '#web/shared/zones/ZoneForm.tsx'
import { CheckGroup } from '#web/ui/controls/CheckGroup.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { draftOf, entryOf, type PlaceDraft, toggled, visitsOf } from './place-draft.ts'
import { ownPlacesTexts as texts } from './texts.ts'

const kind = { calls: ownPlaces, radii: [100, 200, 300, 500, 1000, 2000], entryOf, saved: texts.saved }
const choices = placeVisits.map((value) => ({ value, ...texts.visits[value] }))

/** Name, place and radius of an own place, of which visits of each vehicle its owner is notified, and from which level of weather warnings. */
export function OwnPlaceForm(props: OneZone<OwnPlace>) {
  return (
    <ZoneForm {...kind} start={draftOf(props.zone)} {...props}>
      {(entering) => (
        <>
          <Watches {...entering} />
          <Weather {...entering} />
        </>
      )}
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

function Weather({ draft: { weatherLevel }, enter }: Entering<PlaceDraft>) {
  const choose = (chosen: string) =>
    enter({ weatherLevel: placeWeatherLevels.find((level) => String(level) === chosen) ?? null })
  return (
    <Select
      label={texts.weatherLevel}
      value={weatherLevel === null ? '' : String(weatherLevel)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{texts.noWeather}</option>
      {placeWeatherLevels.map((level) => (
        <option key={level} value={level}>
          {texts.weatherLevels[level]}
        </option>
      ))}
    </Select>
  )
}
