import { UNREADY_TEXTS, type Unready } from '@campus/contract/documents/unready'
import { List, Text } from '@mantine/core'
import { Link } from 'react-router'

type UnreadyListProps = {
  items: Unready[]
  /** Where one of them is edited. */
  linkOf?: ((objeto: string, path: string) => string | null) | undefined
  onLeave?: () => void
}

const KINDS: Record<string, [one: string, many: string]> = {
  leccion: ['La lección', 'Las lecciones'],
  modulo: ['El módulo', 'Los módulos'],
  evaluacion: ['La evaluación', 'Las evaluaciones'],
}

const kindOf = ({ objeto }: Unready): string => objeto.split(':')[0] ?? ''

/** Each reason once, with the names of what it holds back. */
export function UnreadyList({ items, linkOf, onLeave }: UnreadyListProps) {
  const groups = [...Map.groupBy(items, (item) => `${kindOf(item)} ${item.motivo}`).values()]
  return groups.map((some) => {
    const [first] = some
    if (!first) return null
    const [one, many] = KINDS[kindOf(first)] ?? ['', '']
    return (
      <div key={`${kindOf(first)} ${first.motivo}`}>
        <Text size="sm" mt="xs">
          {`${some.length === 1 ? one : many}. ${UNREADY_TEXTS[first.motivo]}`}
        </Text>
        <List size="sm" spacing={0} withPadding={false}>
          {some.map(({ objeto, nombre }) => {
            const to = linkOf?.(objeto, objeto.startsWith('modulo:') ? 'modulos' : '')
            const name = nombre || 'Sin nombre'
            return (
              <List.Item key={objeto} style={{ overflowWrap: 'anywhere' }}>
                {to ? (
                  <Link to={to} onClick={onLeave} style={{ display: 'inline-block', paddingBlock: 4 }}>
                    {name}
                  </Link>
                ) : (
                  <span>{name}</span>
                )}
              </List.Item>
            )
          })}
        </List>
      </div>
    )
  })
}
