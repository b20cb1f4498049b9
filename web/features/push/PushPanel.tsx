import { push } from '#contract/push/push.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { type PushAbility, unsubscribeBrowser } from './push-browser.ts'
import { subscriptionsHere } from './subscriptions.ts'
import { pushTexts as texts } from './texts.ts'
import { useBrowser } from './use-browser.ts'
import { useSwitchOn } from './use-switch-on.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { CardPart } from '#web/ui/layout/CardPart.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

/** Push messages on this device: what they are, how to switch them on, and what to do if that is not possible. */
export function PushPanel() {
  const isDemo = useSession().user?.demo === true
  return <CardPart title={texts.title}>{isDemo ? <Small>{texts.demo}</Small> : <PushOfBrowser />}</CardPart>
}

function PushOfBrowser() {
  const browser = useBrowser()
  const { data, error } = useCall(push.list)
  if (browser.ability !== 'able') return <Obstacle ability={browser.ability} />
  if (data === undefined || browser.address === undefined) {
    return <Small>{error === null ? texts.loading : messageOf(error)}</Small>
  }
  const { here, others } = subscriptionsHere(data.subscriptions, browser.address)
  return (
    <>
      {here === null ? (
        <SwitchOn publicKey={data.publicKey} onChange={browser.look} />
      ) : (
        <SwitchOff id={here.id} onChange={browser.look} />
      )}
      {others > 0 && <Small>{texts.others(others)}</Small>}
    </>
  )
}

function Obstacle({ ability }: { ability: Exclude<PushAbility, 'able'> }) {
  const { title, text } = texts.obstacles[ability]
  return (
    <Notice kind={ability === 'denied' ? 'warning' : 'info'} title={title} live={false}>
      {text}
    </Notice>
  )
}

function SwitchOn({ publicKey, onChange }: { publicKey: string; onChange(): void }) {
  const { switchOn, busy, obstacle } = useSwitchOn(publicKey, onChange)
  return (
    <>
      <Small>{texts.offHint}</Small>
      <Button wide kind="secondary" busy={busy} onClick={() => void switchOn()}>
        {texts.switchOn}
      </Button>
      {obstacle !== null && <Notice kind="warning">{texts[obstacle]}</Notice>}
    </>
  )
}

function SwitchOff({ id, onChange }: { id: string; onChange(): void }) {
  const unsubscribe = useAction(push.unsubscribe, [push.list])
  const press = () =>
    unsubscribe.mutate(
      { params: { id } },
      {
        onSuccess: () => void unsubscribeBrowser().finally(onChange),
        onError: (problem) => alertUser(messageOf(problem)),
      },
    )
  return (
    <>
      <p role="status">{texts.on}</p>
      <Button wide kind="quiet" busy={unsubscribe.isPending} onClick={press}>
        {texts.switchOff}
      </Button>
    </>
  )
}
