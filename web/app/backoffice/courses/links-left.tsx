import type { CopiedLink } from '@campus/contract/catalogue.staff'
import { quoted } from '@campus/contract/texts'
import { Alert, Anchor, List } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { coursePath, fieldPath } from './paths'

/** For the screen where a copied course opens. */
export const linksLeftState = (enlaces: CopiedLink[]) => ({ enlaces })

/** The links of the copy that this screen was opened with. */
export function useLinksLeft(): CopiedLink[] {
  const state = useLocation().state as { enlaces?: CopiedLink[] } | null
  return state?.enlaces ?? []
}

/** What the texts of a copy still open in the original, which staff change by hand. */
export function LinksLeft({ course, links }: { course: number; links: CopiedLink[] }) {
  const [closed, setClosed] = useState<CopiedLink[]>()
  if (links.length === 0 || closed === links) return null
  return (
    <Alert
      color="yellow"
      icon={<IconLinkOff aria-hidden />}
      title="Estos enlaces de la copia todavía llevan al original"
      withCloseButton
      closeButtonLabel="Cerrar el aviso"
      onClose={() => setClosed(links)}
      mb="md"
    >
      <List size="sm" listStyleType="disc">
        {links.map(({ objeto, nombre, enlace }) => (
          <List.Item key={`${objeto} ${enlace}`} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={fieldPath(course, objeto, '', false) ?? coursePath(course)} inherit>
              {quoted(nombre)}
            </Anchor>
            <span>{`: ${enlace}`}</span>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
