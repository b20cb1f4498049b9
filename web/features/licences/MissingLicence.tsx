import { IconExternalLink, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { type Licence, licences } from '#contract/licences/licences.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button, OutsideButtonLink } from '#web/ui/controls/Button.tsx'
import { ActivateLicenceDialog } from './ActivateLicenceDialog.tsx'
import { AssignLicenceDialog } from './AssignLicenceDialog.tsx'
import styles from './MissingLicence.module.css'
import { missingTexts as texts } from './texts.ts'
import { type LicenceType, licenceTypes } from '#contract/licences/licence-type.ts'

/** How a device without a licence gets one: a free one, else a bought one. */
export function MissingLicence({ device }: { device: Device }) {
  const free = useCall(licences.available)
  if (device.activeLicense !== null || free.data === undefined) return null
  const [first] = free.data
  return (
    <div className={styles.ways}>
      {first === undefined ? <BuyOrRedeem device={device} /> : <Assign licence={first} device={device} />}
    </div>
  )
}

function Assign({ licence, device }: { licence: Licence; device: Device }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        kind="secondary"
        onClick={() => setOpened(true)}
        aria-label={texts.ofDevice(texts.assign, device.deviceName)}
      >
        {texts.assign}
      </Button>
      <AssignLicenceDialog licence={licence} devices={[device]} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

function BuyOrRedeem({ device }: { device: Device }) {
  const [redeeming, setRedeeming] = useState(false)
  const shop = shopFor(useConfig()?.shopUrls ?? {})
  return (
    <>
      {shop !== null && (
        <OutsideButtonLink href={shop} target="_blank" aria-label={texts.ofDevice(texts.buyOutside, device.deviceName)}>
          {texts.buy}
          <IconExternalLink size={18} aria-hidden="true" />
        </OutsideButtonLink>
      )}
      <Button
        kind="secondary"
        onClick={() => setRedeeming(true)}
        aria-label={texts.ofDevice(texts.redeem, device.deviceName)}
      >
        <IconKey size={20} aria-hidden="true" />
        {texts.redeem}
      </Button>
      <ActivateLicenceDialog opened={redeeming} onClose={() => setRedeeming(false)} devices={[device]} />
    </>
  )
}

/** Where a first licence is bought: the shop's page of the smallest type that it sells; null if it sells none. */
function shopFor(shopUrls: Partial<Record<LicenceType, string>>): string | null {
  const type = licenceTypes.find((one) => shopUrls[one] !== undefined)
  return type === undefined ? null : (shopUrls[type] ?? null)
}
