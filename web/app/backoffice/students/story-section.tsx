import type { StoryEvent } from '@campus/contract/student-story'
import type { Student } from '@campus/contract/students.staff'
import { Anchor, Button, Skeleton } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconBook2,
  IconCash,
  IconCertificate,
  IconChecklist,
  IconIdBadge2,
  IconLifebuoy,
  IconNote,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../lib/client'
import { formatDateTime } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { Loaded } from '../../ui/loaded'
import rows from '../blocks/rows.module.css'
import { useRefresh } from '../blocks/use-refresh'
import { NoteForm } from './note-form'
import classes from './students.module.css'

const ICONS: Record<StoryEvent['tipo'], Icon> = {
  matricula: IconUserPlus,
  pago: IconCash,
  devolucion: IconArrowBackUp,
  estudio: IconBook2,
  examen: IconChecklist,
  certificado: IconCertificate,
  soporte: IconLifebuoy,
  cuenta: IconIdBadge2,
  nota: IconNote,
}

const STORY = '/api/gestion/alumnos/{id}/historia'

function useStory(id: number) {
  return useInfiniteQuery({
    queryKey: ['get', STORY, id],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { id: String(id) }, query: pageParam ? { desde: pageParam } : {} }
      const { data } = await client.GET(STORY, { params, signal })
      if (!data) throw new Error('a page without data')
      return data.data
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.siguiente,
  })
}

function DeleteNote({ id, nota, onDone }: { id: number; nota: number; onDone: () => unknown }) {
  const [asked, setAsked] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const params = { path: { id: String(id), nota: String(nota) } }
      await client.DELETE('/api/gestion/alumnos/{id}/notas/{nota}', { params })
      toast('Nota borrada.')
      await onDone()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        Borrar
      </Button>
      {asked && (
        <Confirm
          title="Borrar la nota"
          action="Borrar la nota"
          busy={busy}
          failure={<Failure mt="md" error={failure} />}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

function Event({ student, event }: { student: number; event: StoryEvent }) {
  const { tipo, fecha, texto, ruta, nota } = event
  const Drawing = ICONS[tipo]
  const refresh = useRefresh(STORY)
  return (
    <li data-note={nota !== null || undefined}>
      <Drawing size={18} stroke={1.7} aria-hidden className={classes.icon} />
      <span className={rows.words}>
        {ruta ? (
          <Anchor component={Link} to={ruta} inherit c="inherit" underline="hover">
            {texto}
          </Anchor>
        ) : (
          <span className={classes.told}>{texto}</span>
        )}
        <span className={rows.detail}>
          {nota && <span>{`${nota.por} · `}</span>}
          <time dateTime={fecha}>{formatDateTime(fecha)}</time>
        </span>
      </span>
      {nota?.borrable && <DeleteNote id={student} nota={nota.id} onDone={refresh} />}
    </li>
  )
}

/** All that happened to a student, the newest first, and what staff write down. */
export function StorySection({ student }: { student: Student }) {
  const { id, estado } = student
  const query = useStory(id)
  const refresh = useRefresh(STORY)
  return (
    <section aria-labelledby="historia">
      <h2 id="historia" className={classes.heading}>
        Qué pasó
      </h2>
      {estado !== 'eliminada' && <NoteForm student={id} onSaved={refresh} />}
      <Loaded query={query} skeleton={<Skeleton height={240} />} errorTitle="No pudimos cargar lo que pasó">
        {({ pages }) => (
          <ol className={classes.story}>
            {pages
              .flatMap(({ data }) => data)
              .map((event) => (
                <Event key={`${event.tipo} ${event.fecha} ${event.texto}`} student={id} event={event} />
              ))}
          </ol>
        )}
      </Loaded>
      {query.hasNextPage && (
        <Button variant="default" mt="lg" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Ver más
        </Button>
      )}
    </section>
  )
}
