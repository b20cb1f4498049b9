import { StyleGuide } from './StyleGuide.tsx'

/** /style-guide: the brand Wegwarte. */
export function StyleGuidePage() {
  return <StyleGuide title="Style Guide" brand="wegwarte" name="Wegwarte" />
}
