import { useId } from 'react'
import {
  choiceOf,
  type MessageTopic,
  messageTopics,
  type MessageWishes,
  type WishChannel,
} from '#contract/messages/message-wishes.ts'
import { messages } from '#contract/messages/messages.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import styles from './VehicleWishes.module.css'
import { wishesTexts as texts } from './texts.ts'

interface Props {
  vehicle: MessageWishes['vehicles'][number]
  /** How the owner's phone is reached; null if there is none. */
  phone: PhoneChannel | null
}

/** Which messages about a vehicle go which way. */
export function VehicleWishes({ vehicle, phone }: Props) {
  const change = useAction(messages.changeWish, [messages.wishes])
  const ways: { channel: WishChannel; name: string }[] = [
    { channel: 'EMAIL', name: texts.channels.EMAIL },
    { channel: 'PUSH', name: texts.channels.PUSH },
    ...(phone === null ? [] : [{ channel: 'PHONE' as const, name: texts.phones[phone] }]),
  ]
  const { deviceId, deviceName, declined } = vehicle
  const isWanted = (topic: MessageTopic, channel: WishChannel): boolean => {
    const changed = change.isPending ? change.variables.body : null
    if (changed?.topic === topic && changed.channel === channel) return changed.wanted
    return !declined.some((one) => one.topic === topic && one.channel === channel)
  }
  return (
    <Card title={deviceName}>
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
          {messageTopics.map((topic) => (
            <tr key={topic}>
              <th scope="row">
                {texts.topics[topic].name}
                <Small>{texts.topics[topic].hint}</Small>
              </th>
              {ways.map(({ channel, name }) => (
                <td key={channel} className={styles.way}>
                  <Cell
                    topic={topic}
                    channel={channel}
                    name={texts.cell(texts.topics[topic].name, name, deviceName)}
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
    </Card>
  )
}

interface CellProps {
  topic: MessageTopic
  channel: WishChannel
  name: string
  wanted: boolean
  onChange(wanted: boolean): void
}

function Cell({ topic, channel, name, wanted, onChange }: CellProps) {
  const id = useId()
  const choice = choiceOf(topic, channel)
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
