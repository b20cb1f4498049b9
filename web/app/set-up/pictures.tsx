import type { ReactNode } from 'react'

function picture(children: ReactNode) {
  return function Picture() {
    return (
      <svg
        viewBox="0 0 240 140"
        height="100%"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }
}

/** A battery and the tracker, joined by the cable to plus and the one to minus. */
export const TrackerPicture = picture(
  <>
    <rect x="22" y="62" width="92" height="58" rx="6" />
    <path d="M36 62v-8h16v8M84 62v-8h16v8M37 84h14M44 77v14M85 84h14" />
    <rect x="158" y="72" width="58" height="38" rx="8" />
    <path d="M176 98h22M176 90h22" />
    <circle cx="204" cy="82" r="2.5" fill="currentColor" />
    <path d="M44 54c0-34 62-36 84-12s10 44 30 44" stroke="var(--color-danger)" />
    <path d="M92 54c0-16 24-16 32 0s14 48 34 44" stroke="var(--color-text)" />
    <path d="M196 58a14 14 0 0 1 14-14M196 46a26 26 0 0 1 26-26" />
  </>,
)

/** What it does: it watches over a parked vehicle, and draws where it was ridden. */
export const PurposesPicture = picture(
  <>
    <path d="M70 24c16 12 30 14 38 14 0 44-10 66-38 82-28-16-38-38-38-82 8 0 22-2 38-14z" />
    <path d="m54 70 12 12 22-26" />
    <circle cx="140" cy="112" r="7" />
    <circle cx="214" cy="36" r="7" />
    <path d="M147 110c26-6 34-22 20-36s8-32 40-36" strokeDasharray="1 9" />
  </>,
)

/** A phone that rings at night. */
export const ReceiversPicture = picture(
  <>
    <rect x="88" y="16" width="64" height="112" rx="10" />
    <path d="M112 116h16" />
    <path d="M106 72c0-20 4-26 14-26s14 6 14 26l6 10h-40zM114 88a6 6 0 0 0 12 0" />
    <path d="M70 52c-10 12-10 26 0 38M170 52c10 12 10 26 0 38M54 40c-16 20-16 42 0 62M186 40c16 20 16 42 0 62" />
  </>,
)

const shield = <path d="M120 16c22 16 40 18 52 18 0 50-14 76-52 94-38-18-52-44-52-94 12 0 30-2 52-18z" />

/** A vehicle that is guarded. */
export const DonePicture = picture(
  <>
    {shield}
    <path d="m98 72 16 16 30-34" />
  </>,
)

/** One for which something is missing still. */
export const MissingPicture = picture(
  <>
    {shield}
    <path d="M120 48v32M120 98v1" />
  </>,
)
