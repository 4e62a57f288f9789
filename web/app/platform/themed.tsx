import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useContext, useMemo } from 'react'
import { useRoot } from './brand'
import { pageNonce, RenderedNonce } from './page-nonce'
import { brandTheme } from './theme'

/** The scheme is ours (color-scheme.ts): several parts of a page have a provider each, and none of them decides it. */
const SCHEME: MantineColorSchemeManager = {
  get: (otherwise) => otherwise,
  set: () => undefined,
  clear: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
}
const none = () => undefined

/**
 * What stands inside may use Mantine's components. Pages without them do not carry Mantine at all; the theme's variables are
 * in every document (platform/theme-css.ts).
 */
export function Themed({ children }: { children: ReactNode }) {
  const { colors } = useRoot()
  const nonce = useContext(RenderedNonce)
  const theme = useMemo(() => brandTheme(colors), [colors])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={SCHEME}
      getRootElement={none}
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={() => pageNonce(nonce)}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  )
}
