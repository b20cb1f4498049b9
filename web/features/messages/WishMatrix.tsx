import { Fragment, useId, useState } from 'react'
import type { Choice, MessageTopic, WishChannel, WishesOfVehicle } from '#contract/messages/message-wishes.ts'
import { messages } from '#contract/messages/messages.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import styles from './WishMatrix.module.css'
import { wishesTexts as texts } from './texts.ts'
import { type Unsaved, unsavedAfter } from './unsaved.ts'

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
  const [unsaved, setUnsaved] = useState<readonly Unsaved<CallProblem>[]>([])
  const { deviceName, declined } = vehicle
  const end = (choice: string, problem: CallProblem | null) =>
    setUnsaved((before) => unsavedAfter(before, choice, problem))
  return (
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
          <Fragment key={topic}>
            <tr>
              <th scope="row">
                {about}
                <Small>{hint}</Small>
              </th>
              {ways.map(({ channel, name }) => (
                <td key={channel} className={styles.way}>
                  {choiceOf(topic, channel) === 'FREE' ? (
                    <Cell
                      wish={{ deviceId: vehicle.deviceId, topic, channel }}
                      name={texts.cell(about, name, deviceName)}
                      isStored={!declined.some((one) => one.topic === topic && one.channel === channel)}
                      onEnd={end}
                    />
                  ) : (
                    <Small as="span">{choiceOf(topic, channel) === 'FIXED' ? texts.always : texts.never}</Small>
                  )}
                </td>
              ))}
            </tr>
            {unsaved
              .filter(({ choice }) => ways.some(({ name }) => choice === texts.cell(about, name, deviceName)))
              .map(({ choice, problem }) => (
                <tr key={choice} className={styles.unsaved}>
                  <td colSpan={1 + ways.length}>
                    <Notice kind="danger" title={choice}>
                      {texts.notSaved} {messageOf(problem)}
                    </Notice>
                  </td>
                </tr>
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  wish: { deviceId: string; topic: MessageTopic; channel: WishChannel }
  name: string
  /** Whether it is wanted, by what is stored. */
  isStored: boolean
  /** Null: it was saved. */
  onEnd(name: string, problem: CallProblem | null): void
}

/** Each saves by itself, so that two that are chosen one right after the other are both saved. */
function Cell({ wish: { deviceId, topic, channel }, name, isStored, onEnd }: CellProps) {
  const id = useId()
  const change = useAction(messages.changeWish, [messages.wishes])
  const choose = (wanted: boolean) =>
    change.mutate(
      { params: { deviceId }, body: { topic, channel, wanted } },
      { onSuccess: () => onEnd(name, null), onError: (problem) => onEnd(name, problem) },
    )
  return (
    <label className={styles.cell} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        aria-label={name}
        checked={change.isPending ? change.variables.body.wanted : isStored}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
    </label>
  )
}
