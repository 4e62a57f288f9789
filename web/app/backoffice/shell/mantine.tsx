import './mantine.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { cssVariablesResolver, THEME } from './theme'

/** What Mantine's parts need around them; apart from the frame, which opens without. */
export default function Mantine({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  )
}
