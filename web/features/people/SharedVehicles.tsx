import { alarms } from '#contract/alarms/alarms.ts'
import { type OthersVehicle, people } from '#contract/people/people.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { paths } from '#web/browser/paths.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { stateInWords, waitsForAnswer } from './state-words.ts'
import { peopleTexts } from './texts.ts'

const texts = peopleTexts.others
const refreshMs = 60_000

/** On the start page: how the vehicles of others stand, and the way to them; nothing for who is invited to none. */
export function SharedVehicles() {
  const { data } = useCall(people.vehicles, {}, { refetchInterval: refreshMs })
  if (data === undefined || data.vehicles.length === 0) return null
  return (
    <Card title={texts.title}>
      <CardParts>
        <EntryList label={texts.title}>
          {data.vehicles.map((vehicle) => (
            <SharedVehicle key={vehicle.deviceId} vehicle={vehicle} />
          ))}
        </EntryList>
      </CardParts>
    </Card>
  )
}

function SharedVehicle({ vehicle: { deviceId, deviceName, ownerEmail } }: { vehicle: OthersVehicle }) {
  const { data } = useCall(alarms.list, { params: { deviceId } }, { refetchInterval: refreshMs })
  const isAwaited = data !== undefined && waitsForAnswer(data.alarms)
  return (
    <EntryRow
      name={deviceName}
      actions={
        <ButtonLink kind={isAwaited ? 'primary' : 'secondary'} to={`${paths.people}#${deviceId}`}>
          {texts.show}
        </ButtonLink>
      }
    >
      <Small>{texts.of(ownerEmail)}</Small>
      {data !== undefined && <p>{isAwaited ? texts.awaited : stateInWords(data.state)}</p>}
    </EntryRow>
  )
}
