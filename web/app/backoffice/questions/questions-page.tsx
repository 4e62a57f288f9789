import type { QuestionRow } from '@campus/contract/inbox'
import { IconMessageCheck } from '@tabler/icons-react'
import { useNow } from '../../lib/now'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { COURSE_FILTER } from '../blocks/filters'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { waitingFor } from '../blocks/waiting'
import classes from './questions.module.css'

const PLACES = { comentario: 'Lección', foro: 'Foro' } as const

function Age({ since, now }: { since: string; now: number }) {
  const { text, tone } = waitingFor(since, now)
  return (
    <span className={classes.age} data-tone={tone}>
      {text}
    </span>
  )
}

const configOf = (now: number): ListConfig<QuestionRow> => ({
  label: 'Preguntas sin responder',
  id: ({ tipo, id }) => `${tipo}-${id}`,
  href: ({ ruta }) => ruta,
  sort: 'fecha',
  filters: [
    COURSE_FILTER,
    {
      key: 'tipo',
      label: 'Dónde',
      all: 'Lecciones y foros',
      options: [
        { value: 'comentario', label: 'Lecciones' },
        { value: 'foro', label: 'Foros' },
      ],
    },
  ],
  columns: [
    { key: 'extracto', label: 'Pregunta', cell: ({ extracto }) => <span className={classes.text}>{extracto}</span> },
    { key: 'autor', label: 'Alumno', cell: ({ autor }) => autor },
    { key: 'lugar', label: 'Dónde', cell: ({ tipo, lugar }) => `${PLACES[tipo]}: ${lugar}` },
    { key: 'curso', label: 'Curso', cell: ({ curso }) => curso },
    { key: 'fecha', label: 'Espera', cell: ({ fecha }) => <Age since={fecha} now={now} />, steady: true, sorts: true },
  ],
  errorTitle: 'No pudimos cargar las preguntas',
  empty: (
    <EmptyState
      icon={IconMessageCheck}
      color="teal"
      title="Todo respondido. Te avisaremos cuando llegue otra pregunta."
    />
  ),
})

/** What students asked in lessons and forums; a row leads to where it is answered. */
export default function QuestionsPage() {
  const now = useNow()
  const state = useListState(['curso', 'tipo'])
  const query = useRows('/api/gestion/preguntas', { query: state.params })
  return (
    <>
      <PageHead title="Preguntas sin responder" lead="Salen de la lista cuando alguien del curso las responde." />
      <StaffList config={configOf(now)} state={state} query={query} />
    </>
  )
}
