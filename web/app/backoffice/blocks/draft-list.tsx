import type { PublishedDocument } from '@campus/contract/documents/documents'
import { ActionIcon, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { count, formatDateTime } from '../../lib/format'
import classes from './document.module.css'
import type { DraftReference } from './document-calls'

/** A draft of the course that may go out with the open one. */
export type DraftChoice = DraftReference & {
  nombre: string
  /** The module that it is listed under. */
  grupo: string
  por: { id: number; nombre: string } | null
  en: string
  /** What leaving it out means, of what no publication has shown yet. */
  fuera: string | null
}

/** More are folded away by module. */
const FEW = 8

type ListProps = {
  drafts: DraftChoice[]
  user: number
  found: ReadonlyMap<string, PublishedDocument>
  isChosen: (draft: DraftChoice) => boolean
  onChoose: (drafts: DraftChoice[], chosen: boolean) => void
  children: (objeto: string) => ReactNode
}

function Row({ draft, user, isChosen, onChoose, children }: ListProps & { draft: DraftChoice }) {
  const { objeto, nombre, por, en, fuera } = draft
  const chosen = isChosen(draft)
  const other = por && por.id !== user ? `De ${por.nombre}, ${formatDateTime(en)}` : ''
  return (
    <div className={classes.document}>
      <Checkbox
        label={nombre || 'Sin nombre'}
        description={[other, chosen ? '' : fuera].filter(Boolean).join('. ') || undefined}
        checked={chosen}
        onChange={() => onChoose([draft], !chosen)}
      />
      {chosen && <div>{children(objeto)}</div>}
    </div>
  )
}

function Module({ name, ...props }: ListProps & { name: string }) {
  const { drafts, found, isChosen, onChoose } = props
  const reports = drafts.flatMap((draft) => (isChosen(draft) ? (found.get(draft.objeto) ?? []) : []))
  const total = (kind: 'errores' | 'avisos') => reports.reduce((sum, report) => sum + report[kind].length, 0)
  const [errors, warnings] = [total('errores'), total('avisos')]
  const [folded, setFolded] = useState<boolean>()
  const opened = folded === undefined ? errors > 0 : !folded
  const chosen = drafts.filter(isChosen).length
  const facts = [
    `${chosen} de ${count(drafts.length, 'borrador', 'borradores')}`,
    errors > 0 && count(errors, 'error', 'errores'),
    warnings > 0 && count(warnings, 'aviso', 'avisos'),
  ].filter(Boolean)
  return (
    <section aria-label={name} className={classes.document}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Checkbox
          label={name}
          description={facts.join(' · ')}
          checked={chosen === drafts.length}
          indeterminate={chosen > 0 && chosen < drafts.length}
          onChange={() => onChoose(drafts, chosen < drafts.length)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-expanded={opened}
          aria-label={opened ? `Plegar ${name}` : `Ver los borradores de ${name}`}
          onClick={() => setFolded(opened)}
        >
          <IconChevronDown size={20} aria-hidden className={opened ? classes.opened : undefined} />
        </ActionIcon>
      </Group>
      {opened && (
        <div className={classes.inside}>
          {drafts.map((draft) => (
            <Row key={draft.objeto} {...props} draft={draft} />
          ))}
        </div>
      )}
    </section>
  )
}

/** The other drafts of a course, to choose from; a long list by module. */
export function DraftList(props: ListProps) {
  const { drafts, isChosen, onChoose } = props
  if (drafts.length === 0) return null
  const groups = [...Map.groupBy(drafts, ({ grupo }) => grupo)]
  return (
    <>
      {drafts.length > FEW && (
        <Group justify="space-between" gap="xs" mt="xs">
          <Text size="sm" c="dimmed" role="status">
            {`${drafts.filter(isChosen).length} de ${drafts.length} elegidos`}
          </Text>
          <Group gap={0}>
            <Button variant="subtle" onClick={() => onChoose(drafts, true)}>
              Todos
            </Button>
            <Button variant="subtle" onClick={() => onChoose(drafts, false)}>
              Ninguno
            </Button>
          </Group>
        </Group>
      )}
      {drafts.length <= FEW
        ? drafts.map((draft) => <Row key={draft.objeto} {...props} draft={draft} />)
        : groups.map(([name, some]) => <Module key={name} {...props} name={name} drafts={some} />)}
    </>
  )
}
