import type { Unready } from '@campus/contract/documents/unready'
import type { Warning } from '@campus/contract/documents/warnings'
import { Anchor, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { count } from '../../lib/format'
import { fieldId } from './findings'

/** Where a field of a document is edited; null when another role does it. */
export type LinkOf = (objeto: string, path: string) => string | null

type Leaving = {
  linkOf?: LinkOf | undefined
  onLeave?: () => void
}

type Name = { key: string; name: string; detail?: string; to: string | null | undefined }

/** More are folded away. */
const MOST = 8
const SHOWN = 5

type NameListProps = { title: string; names: Name[]; mark?: ReactNode; onLeave: (() => void) | undefined }

/** A heading that counts, and the names that lead to their places. */
function NameList({ title, names, mark, onLeave }: NameListProps) {
  const [whole, setWhole] = useState(names.length <= MOST)
  return (
    <li>
      {mark}
      <div>
        <Text size="sm">{title}</Text>
        <List size="sm" spacing={0} listStyleType="disc">
          {(whole ? names : names.slice(0, SHOWN)).map(({ key, name, detail, to }) => (
            <List.Item key={key} style={{ overflowWrap: 'anywhere' }}>
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
                  {name || 'Sin nombre'}
                </Anchor>
              ) : (
                <span>{name || 'Sin nombre'}</span>
              )}
              {detail && <span>{`: ${detail}`}</span>}
            </List.Item>
          ))}
        </List>
        {!whole && (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {`Ver todo (${names.length})`}
          </Button>
        )}
      </div>
    </li>
  )
}

const UNREADY: Record<Unready['motivo'], { one: string; many: string; end: 'a' | 'o' }> = {
  sin_lecciones: { one: 'módulo sin lecciones', many: 'módulos sin lecciones', end: 'o' },
  vacia: { one: 'lección vacía', many: 'lecciones vacías', end: 'a' },
  borrador: { one: 'lección con su texto en borrador', many: 'lecciones con su texto en borrador', end: 'a' },
  sin_preguntas: {
    one: 'evaluación sin preguntas o sin puntos',
    many: 'evaluaciones sin preguntas o sin puntos',
    end: 'a',
  },
}

function unreadyTitle(reason: Unready['motivo'], n: number, held: boolean): string {
  const { one, many, end } = UNREADY[reason]
  const hidden = n === 1 ? `quedará ocult${end}` : `quedarán ocult${end}s`
  return `${count(n, one, many)}${held ? `: ${hidden}` : ''}`
}

/** A module is a row of its course's screen. */
function placeOf(linkOf: LinkOf | undefined, objeto: string) {
  const to = linkOf?.(objeto, '')
  return to && objeto.startsWith('modulo:') ? `${to}#${fieldId(objeto.replace(':', '.'))}` : to
}

/** Each reason once, with the names of what has no content; `held`: of what a publication leaves hidden. */
export function UnreadyList({ items, held = false, linkOf, onLeave }: { items: Unready[]; held?: boolean } & Leaving) {
  return [...Map.groupBy(items, ({ motivo }) => motivo)].map(([reason, some]) => (
    <NameList
      key={reason}
      title={unreadyTitle(reason, some.length, held)}
      mark={held && <IconEyeOff size={18} color="var(--color-yellow-7)" aria-hidden />}
      names={some.map(({ objeto, nombre }) => ({ key: objeto, name: nombre, to: placeOf(linkOf, objeto) }))}
      onLeave={onLeave}
    />
  ))
}

const WARNINGS: Record<Warning['motivo'], (n: number) => string> = {
  sin_certificado: () => 'Nada lleva a un certificado: no hay examen final ni en los módulos',
  sin_examen: (n) => count(n, 'módulo no tiene examen', 'módulos no tienen examen'),
  enlace: (n) => count(n, 'enlace no lleva a ninguna parte', 'enlaces no llevan a ninguna parte'),
  video: (n) => count(n, 'video no se ve', 'videos no se ven'),
}

/** Each reason once; a lesson's name leads to the field. */
export function WarningList({ items, linkOf, onLeave }: { items: Warning[] } & Leaving) {
  const fieldOf = ({ objeto, ruta }: Warning) => {
    const to = linkOf?.(objeto, ruta)
    return to && objeto.startsWith('leccion:') ? `${to}#${fieldId(ruta)}` : to
  }
  return [...Map.groupBy(items, ({ motivo }) => motivo)].map(([reason, some]) => (
    <NameList
      key={reason}
      title={WARNINGS[reason](some.length)}
      mark={<IconAlertTriangle size={18} color="var(--color-yellow-7)" aria-label="Aviso:" />}
      names={some.map((warning, at) => ({
        key: `${warning.objeto} ${warning.ruta} ${at}`,
        name: warning.nombre,
        detail: warning.detalle,
        to: fieldOf(warning),
      }))}
      onLeave={onLeave}
    />
  ))
}
