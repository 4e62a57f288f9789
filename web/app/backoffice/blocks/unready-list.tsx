import { UNREADY_TITLES, type Unready } from '@campus/contract/documents/unready'
import { Anchor, List, Text } from '@mantine/core'
import { Link } from 'react-router'

/** Where a field of a document is edited; null when another role does it. */
export type LinkOf = (objeto: string, path: string) => string | null

type UnreadyListProps = {
  items: Unready[]
  /** Where one of them is edited. */
  linkOf?: LinkOf | undefined
  onLeave?: () => void
}

/** Each reason once, with the names of what it holds back. */
export function UnreadyList({ items, linkOf, onLeave }: UnreadyListProps) {
  return [...Map.groupBy(items, ({ motivo }) => motivo)].map(([reason, some]) => (
    <div key={reason}>
      <Text size="sm" mt="xs">
        {`${UNREADY_TITLES[reason]}:`}
      </Text>
      <List size="sm" spacing={0} listStyleType="disc">
        {some.map(({ objeto, nombre }) => {
          const to = linkOf?.(objeto, '')
          const name = nombre || 'Sin nombre'
          return (
            <List.Item key={objeto} style={{ overflowWrap: 'anywhere' }}>
              {to ? (
                <Anchor
                  component={Link}
                  to={to}
                  onClick={onLeave}
                  inherit
                  c="inherit"
                  underline="always"
                  py={4}
                  display="inline-block"
                >
                  {name}
                </Anchor>
              ) : (
                name
              )}
            </List.Item>
          )
        })}
      </List>
    </div>
  ))
}
