import { colorsTuple, createTheme } from '@mantine/core'

/** Mantine's theme: every value is a token of tokens.css, by way of mantine.css. */
export const theme = createTheme({
  colors: { brand: colorsTuple('var(--color-brand)') },
  primaryColor: 'brand',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
