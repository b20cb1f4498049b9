import { useState } from 'react'
import type { Hazard } from '#domain/riding/hazards.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { sharedNearness } from '#web/shared/places/nearness.ts'
import { hazardNames, ridingTexts as texts } from './texts.ts'
import { useVote } from './use-vote.ts'
import styles from './VoteButtons.module.css'

/**
 * „Noch da“ and „Nicht mehr da“, each large enough for a glove, and what came of it.
 * @param metres to the hazard; null: no longer known.
 */
export function VoteButtons({ hazard, metres }: { hazard: Hazard; metres: number | null }) {
  const vote = useVote()
  const [answer, setAnswer] = useState<string | null>(null)
  const press = (confirms: boolean) =>
    vote.mutate(
      { hazard, confirms, nearness: sharedNearness(metres) },
      {
        onSuccess: ({ waits }) => setAnswer(waits ? texts.voteWaits : texts.thanks),
        onError: (problem) => setAnswer(messageOf(problem)),
      },
    )
  const name = hazardNames[hazard.type]
  return (
    <div>
      {answer === null && (
        <div className={styles.buttons}>
          <button
            type="button"
            className={styles.button}
            aria-label={`${name}: ${texts.there}`}
            onClick={() => press(true)}
          >
            {texts.there}
          </button>
          <button
            type="button"
            className={styles.button}
            aria-label={`${name}: ${texts.gone}`}
            onClick={() => press(false)}
          >
            {texts.gone}
          </button>
        </div>
      )}
      <p className={styles.answer} role="status">
        {answer}
      </p>
    </div>
  )
}
