import './mantine-styles'
import './campus.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Queries } from './query'
import { cssVariablesResolver, THEME } from './theme'

/** What screens drawn with Mantine need around them. */
export function CampusProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <Queries>{children}</Queries>
    </MantineProvider>
  )
}
