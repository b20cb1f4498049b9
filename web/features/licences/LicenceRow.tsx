import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import type { Licence } from '#contract/licences/licences.ts'
import { demoLabel } from '#domain/demo/demo.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button, OutsideButtonLink } from '#web/ui/controls/Button.tsx'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { AssignLicenceDialog } from './AssignLicenceDialog.tsx'
import { licenceMoves } from './licence-moves.ts'
import { licenceWords } from './licence-words.ts'
import styles from './LicenceRow.module.css'
import { ReleaseLicenceDialog } from './ReleaseLicenceDialog.tsx'
import { licenceStatusNames, licenceTexts } from './texts.ts'
import { TransferLicenceDialog } from './TransferLicenceDialog.tsx'
import { surface } from '#web/ui/layout/Card.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { classes } from '#web/ui/layout/classes.ts'

interface LicenceRowProps {
  licence: Licence
  devices: readonly Device[]
  /** Null while the server's settings are on their way. */
  shopUrl: string | null
  now: Date
}

/** One licence: how long it holds, what ends then, and what can be done with it. */
export function LicenceRow({ licence, devices, shopUrl, now }: LicenceRowProps) {
  const words = licenceWords(licence, devices, now)
  return (
    <li className={classes(surface, styles.row)}>
      <Row gap={2} align="center">
        <h3 className={styles.type}>{licence.licenseType}</h3>
        <Badge kind={badgeOf[words.status]}>{licenceStatusNames[words.status]}</Badge>
        {licence.demo && <Badge>{demoLabel}</Badge>}
      </Row>
      <Stack gap={1}>
        <p className={styles.term}>{words.term}</p>
        <p>{words.consequence}</p>
        {words.silence !== null && (
          <p className={styles.silence}>
            <WarningIcon className={styles.silenceIcon} />
            {words.silence}
          </p>
        )}
        <Small>
          {licenceTexts.seats(licence.deviceCount, licence.seats)} · {licenceTexts.key}{' '}
          <span className={styles.key}>{licence.licenseKey}</span>
        </Small>
      </Stack>
      <div className={styles.actions}>
        <Moves licence={licence} devices={devices} now={now} />
        {shopUrl !== null && <RenewalLink licence={licence} url={shopUrl} due={words.renewalDue} />}
      </div>
    </li>
  )
}

const badgeOf = { active: 'success', expiring: 'warning', expired: 'danger', unused: 'plain' } as const

/** To the shop of this type; the first thing to see where renewing is due. */
function RenewalLink({ licence, url, due }: { licence: Licence; url: string; due: boolean }) {
  return (
    <OutsideButtonLink
      kind={due ? 'primary' : 'secondary'}
      href={url}
      target="_blank"
      aria-label={`${licenceTexts.renew}: ${licenceTexts.renewOutside(licence.licenseType)}`}
    >
      {licenceTexts.renew}
      <IconExternalLink size={18} aria-hidden="true" />
    </OutsideButtonLink>
  )
}

function Moves({ licence, devices, now }: Pick<LicenceRowProps, 'licence' | 'devices' | 'now'>) {
  const [dialog, setDialog] = useState<'assign' | 'transfer' | 'release' | null>(null)
  const possible = licenceMoves(licence, devices, now)
  const close = () => setDialog(null)
  const button = (move: keyof typeof possible) =>
    possible[move] && (
      <Button
        kind="quiet"
        aria-label={licenceTexts.ofLicence(licenceTexts[move], licence.licenseType, licence.licenseKey)}
        onClick={() => setDialog(move)}
      >
        {licenceTexts[move]}
      </Button>
    )
  return (
    <div className={styles.moves}>
      {button('assign')}
      {button('transfer')}
      {button('release')}
      <AssignLicenceDialog licence={licence} devices={devices} opened={dialog === 'assign'} onClose={close} />
      <TransferLicenceDialog licence={licence} devices={devices} opened={dialog === 'transfer'} onClose={close} />
      <ReleaseLicenceDialog licence={licence} opened={dialog === 'release'} onClose={close} />
    </div>
  )
}
