import { useId } from 'react'
import type { Choice, MessageTopic, WishChannel, WishesOfVehicle } from '#contract/messages/message-wishes.ts'
import { messages } from '#contract/messages/messages.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import styles from './WishMatrix.module.css'
import { wishesTexts as texts } from './texts.ts'

interface Topic {
  topic: MessageTopic
  name: string
  hint: string
}

interface Props {
  vehicle: WishesOfVehicle
  topics: readonly Topic[]
  ways: readonly { channel: WishChannel; name: string }[]
  /** What is the user's to choose, by what they are to the vehicle. */
  choiceOf(topic: MessageTopic, channel: WishChannel): Choice
}

/** Which messages about a vehicle go which way, each cell to be changed by itself. */
export function WishMatrix({ vehicle, topics, ways, choiceOf }: Props) {
  const change = useAction(messages.changeWish, [messages.wishes])
  const { deviceId, deviceName, declined } = vehicle
  const isWanted = (topic: MessageTopic, channel: WishChannel): boolean => {
    const changed = change.isPending ? change.variables.body : null
    if (changed?.topic === topic && changed.channel === channel) return changed.wanted
    return !declined.some((one) => one.topic === topic && one.channel === channel)
  }
  return (
    <>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{texts.about}</span>
            </th>
            {ways.map(({ channel, name }) => (
              <th key={channel} scope="col" className={styles.way}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map(({ topic, name: about, hint }) => (
            <tr key={topic}>
              <th scope="row">
                {about}
                <Small>{hint}</Small>
              </th>
              {ways.map(({ channel, name }) => (
                <td key={channel} className={styles.way}>
                  <Cell
                    choice={choiceOf(topic, channel)}
                    name={texts.cell(about, name, deviceName)}
                    wanted={isWanted(topic, channel)}
                    onChange={(wanted) => change.mutate({ params: { deviceId }, body: { topic, channel, wanted } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {change.error !== null && (
        <Notice kind="danger">
          {texts.notSaved} {messageOf(change.error)}
        </Notice>
      )}
    </>
  )
}

interface CellProps {
  choice: Choice
  name: string
  wanted: boolean
  onChange(wanted: boolean): void
}

function Cell({ choice, name, wanted, onChange }: CellProps) {
  const id = useId()
  if (choice !== 'FREE') return <Small as="span">{choice === 'FIXED' ? texts.always : texts.never}</Small>
  return (
    <label className={styles.cell} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        aria-label={name}
        checked={wanted}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
