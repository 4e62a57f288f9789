import { Select, type SelectProps } from '@mantine/core'
import { api } from '../../lib/api'
import { useSearchSelect } from './search-select'
import { useRows } from './use-rows'

type CoursePickerProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string
  onChange: (id: string) => void
}

/** One of the courses that the caller edits, found by its name. */
export function CoursePicker({ value, onChange, ...props }: CoursePickerProps) {
  const { q, known, propsOf } = useSearchSelect(value, onChange)
  const query = useRows('/api/gestion/cursos', { query: { orden: 'nombre', ...(q && { q }) } })
  const named = api.useQuery(
    'get',
    '/api/gestion/cursos/{id}',
    { params: { path: { id: value } } },
    { enabled: !known },
  )
  const courses = (query.data?.data.data ?? []).map(({ id, nombre }) => ({ value: String(id), label: nombre }))
  return (
    <Select
      nothingFoundMessage="Ningún curso con ese nombre."
      {...props}
      {...propsOf(courses, named.data?.data.nombre)}
    />
  )
}
