import { IconArrowRight, IconCertificate, IconCircleCheckFilled } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { api } from '../../../lib/api'
import { modulesPath } from '../../../lib/paths'
import { Queries } from '../../../lib/query'
import { LinkButton } from '../../../ui/button'
import { ProgressBar } from '../../../ui/progress'
import classes from './buy-card.module.css'

type OwnCourse = { porcentaje: number; terminado: boolean; certificado: string | null }

/** Who has the course sees their progress instead of the price, and the way in. */
export type Ownership =
  | { state: 'unknown' | 'sell' }
  | { state: 'owned'; progress: ReactNode; enter: ReactNode; more: ReactNode }

type Named = { id: number; nombre: string }
type AskProps = { course: Named; onAnswer: (ownership: Ownership) => void }

function Progress({ nombre, own: { porcentaje, terminado } }: { nombre: string; own: OwnCourse }) {
  return (
    <>
      <p className={classes.owned}>
        <IconCircleCheckFilled size={24} aria-hidden />
        Ya tienes este curso
      </p>
      {terminado ? (
        <p className={classes.done}>Terminado</p>
      ) : (
        <>
          <p className={classes.done}>{`Llevas ${porcentaje}% completado.`}</p>
          <ProgressBar value={porcentaje} label={`Avance en ${nombre}`} />
        </>
      )}
    </>
  )
}

/** A finished course leads to its certificate. */
function Enter({ course, own: { terminado, certificado } }: { course: number; own: OwnCourse }) {
  const paper = terminado && certificado
  const Mark = paper ? IconCertificate : IconArrowRight
  return (
    <LinkButton
      to={paper ? `/certificado/${paper}` : modulesPath(course)}
      prefetch="intent"
      size="lg"
      fullWidth
      rightSection={<Mark size={20} aria-hidden />}
    >
      {paper ? 'Ver mi certificado' : 'Ir al curso'}
    </LinkButton>
  )
}

function partsOf({ id, nombre }: Named, own: OwnCourse): Ownership {
  return {
    state: 'owned',
    progress: <Progress nombre={nombre} own={own} />,
    enter: <Enter course={id} own={own} />,
    more: (
      <LinkButton to="/miscursos" variant="subtle" fullWidth>
        Ver mis cursos
      </LinkButton>
    ),
  }
}

function Ask({ course, onAnswer }: AskProps) {
  const params = { path: { id: String(course.id) } }
  const { data, isPending } = api.useQuery('get', '/api/cursos/detallado/{id}', { params }, { retry: false })
  // Before the paint: what is known already is shown at once.
  useLayoutEffect(() => {
    const detail = data?.data
    if (isPending) onAnswer({ state: 'unknown' })
    else if (!detail?.matriculado) onAnswer({ state: 'sell' })
    else
      onAnswer(
        partsOf(detail, {
          porcentaje: detail.progreso?.porcentaje ?? 0,
          terminado: detail.estado_avance === 'terminado',
          certificado: detail.codigo_certificado,
        }),
      )
  }, [data, isPending, onAnswer])
  return null
}

/** Whether the student has the course; asked by the browser, because the page is the same for everyone. */
export default function AskOwnCourse(props: AskProps) {
  return (
    <Queries>
      <Ask {...props} />
    </Queries>
  )
}
