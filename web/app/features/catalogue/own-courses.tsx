import type { Enrollment } from '@campus/contract/learning'
import { useLayoutEffect } from 'react'
import { api } from '../../lib/api'
import { Queries } from '../../lib/query'

export type OwnCourses = ReadonlyMap<number, Enrollment>

type AskProps = { student: number; onAnswer: (own: OwnCourses) => void }

function Ask({ student, onAnswer }: AskProps) {
  const params = { path: { id: String(student) } }
  const { data } = api.useQuery('get', '/api/matriculas/usuario/{id}', { params }, { retry: false })
  // Before the paint: what is known already is shown at once.
  useLayoutEffect(
    () => onAnswer(new Map(data?.data.map((enrolment) => [enrolment.curso.id, enrolment]))),
    [data, onAnswer],
  )
  return null
}

/** The student's enrolments by course; asked by the browser, because the page is the same for everyone. */
export default function AskOwnCourses(props: AskProps) {
  return (
    <Queries>
      <Ask {...props} />
    </Queries>
  )
}
