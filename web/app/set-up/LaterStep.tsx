import type { SetUpScreen } from '#domain/vehicles/setup.ts'
import { PurposesStep } from './PurposesStep.tsx'
import { ReceiversStep } from './ReceiversStep.tsx'
import type { SetUpSubject } from './subject.ts'
import { TestStep } from './TestStep.tsx'

/** The steps after the tracker is there, in a file of their own: they come while its owner is busy with the cables. */
export function LaterStep({
  screen,
  ...subject
}: SetUpSubject & { screen: Exclude<SetUpScreen, 'VEHICLE' | 'TRACKER'> }) {
  switch (screen) {
    case 'PURPOSES':
      return <PurposesStep {...subject} />
    case 'RECEIVERS':
      return <ReceiversStep {...subject} />
    case 'TEST_ALARM':
      return <TestStep {...subject} />
  }
}
