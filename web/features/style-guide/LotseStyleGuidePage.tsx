import { StyleGuide } from './StyleGuide.tsx'

/** /style-guide-lotse: the device brand, which differs by its tokens alone. */
export function LotseStyleGuidePage() {
  return <StyleGuide title="Style Guide" brand="wegwarte-lotse" name="Wegwarte Lotse" />
}
