import { Box, Group, type MantineSpacing, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useBrand } from '../platform/brand'

/**
 * A screen's heading: names the document, takes the focus on navigation (look.md "The shell") and holds the
 * screen's one main action.
 */
export function PageHead({
  title,
  documentTitle = title,
  lead,
  action,
  hidden = false,
  mb = hidden ? 0 : 'lg',
}: {
  title: string
  /** When the heading greets, the document still has to be told apart from other tabs; null when `seo` names it. */
  documentTitle?: string | null
  lead?: ReactNode
  action?: ReactNode
  hidden?: boolean
  /** Space below. */
  mb?: MantineSpacing
}) {
  const brand = useBrand()
  const heading = useRef<HTMLHeadingElement>(null)
  // Client-side navigation moves no focus by itself: a screen reader would stay on the old page. It is moved before the
  // page is painted, and never away from a field of the new page: what is being typed would go nowhere.
  useLayoutEffect(() => {
    const arrived = window.history.state?.idx > 0 && !window.location.hash
    const main = heading.current?.closest('main')
    const inside = document.activeElement !== main && main?.contains(document.activeElement)
    if (arrived && !inside) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb={mb}>
      {documentTitle !== null && <title>{`${documentTitle} · ${brand.nombre}`}</title>}
      <Stack gap={4} style={{ flex: '1 1 320px' }}>
        <Title order={1} ref={heading} tabIndex={-1} className={hidden ? 'visually-hidden' : undefined}>
          {title}
        </Title>
        {lead && (
          <Text component="div" c="dimmed" size="lg">
            {lead}
          </Text>
        )}
      </Stack>
      {action && <Box>{action}</Box>}
    </Group>
  )
}
