import { useLayoutEffect } from 'react'
import { api } from '../../../lib/api'
import { Queries } from '../../../lib/query'

export type OwnCourse = { porcentaje: number; terminado: boolean; certificado: string | null }

export type Ownership = { state: 'unknown' | 'sell' } | ({ state: 'owned' } & OwnCourse)

type AskProps = { course: number; onAnswer: (ownership: Ownership) => void }

function Ask({ course, onAnswer }: AskProps) {
  const params = { path: { id: String(course) } }
  const { data, isPending } = api.useQuery('get', '/api/cursos/detallado/{id}', { params }, { retry: false })
  // Before the paint: what is known already is shown at once.
  useLayoutEffect(() => {
    const detail = data?.data
    if (isPending) onAnswer({ state: 'unknown' })
    else if (!detail?.matriculado) onAnswer({ state: 'sell' })
    else
      onAnswer({
        state: 'owned',
        porcentaje: detail.progreso?.porcentaje ?? 0,
        terminado: detail.estado_avance === 'terminado',
        certificado: detail.codigo_certificado,
      })
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
