import { IconExternalLink } from '@tabler/icons-react'
import type { Device } from '#contract/devices/devices.ts'
import { licenceStatus } from '#domain/licences/licences.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { OutsideButtonLink } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import styles from './MissingLicence.module.css'
import { licenceTexts, missingTexts } from './texts.ts'

/** Where a licence is renewed: in the shop, on the page of its type. */
export function Renewal({ device }: { device: Device }) {
  const shopUrls = useConfig()?.shopUrls
  const now = useNow(60_000)
  const licence = device.activeLicense
  const shop = licence === null ? undefined : shopUrls?.[licence.licenseType]
  if (licence === null || shop === undefined) return null
  if (licenceStatus(new Date(licence.expiresAt), now) === 'active') return null
  return (
    <div className={styles.ways}>
      <OutsideButtonLink
        href={shop}
        target="_blank"
        aria-label={missingTexts.ofDevice(
          `${licenceTexts.renew}: ${licenceTexts.renewOutside(licence.licenseType)}`,
          device.deviceName,
        )}
      >
        {licenceTexts.renew}
        <IconExternalLink size={18} aria-hidden="true" />
      </OutsideButtonLink>
    </div>
  )
}
