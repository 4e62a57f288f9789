import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { type BrandColors, brandTheme } from './theme'

/** Of a document that could not learn its brand. */
const GREY = '#f8f9fa #f1f3f5 #e9ecef #dee2e6 #ced4da #adb5bd #868e96 #495057 #343a40 #212529'.split(' ')

const made = new Map<string, string>()

/** The variables of a brand's theme as Mantine writes them; made once for each pair of colours. */
export function themeCss(colors: BrandColors = { primary: GREY, accent: GREY }): string {
  const key = [...colors.primary, ...colors.accent].join()
  const kept = made.get(key)
  if (kept !== undefined) return kept
  const markup = renderToStaticMarkup(
    <MantineProvider theme={brandTheme(colors)} defaultColorScheme="auto" withGlobalClasses={false}>
      {null}
    </MantineProvider>,
  )
  const css = markup.slice(markup.indexOf('>') + 1, markup.lastIndexOf('</style>'))
  made.set(key, css)
  return css
}
