import type { EnrolledCourse, Student } from '@campus/contract/students.staff'
import { Anchor, Stack, Text } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count, formatDate, formatDay } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { ProgressBar } from '../../ui/progress'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { EnrolmentState } from './student-parts'
import classes from './students.module.css'

function Progress({ course }: { course: EnrolledCourse }) {
  const { nombre, porcentaje, completadas, lecciones } = course
  return (
    <Stack gap={6} className={classes.progress}>
      <Text component="span" size="sm">
        {`${porcentaje} % · ${completadas} de ${count(lecciones, 'lección', 'lecciones')}`}
      </Text>
      <ProgressBar value={porcentaje} label={`Avance en ${nombre}`} />
    </Stack>
  )
}

const Certificate = ({ code }: { code: string }) => (
  <Anchor component={Link} to={`/certificado/${code}`} inherit>
    {code}
  </Anchor>
)

const CONFIG: ListConfig<EnrolledCourse> = {
  label: 'Cursos',
  id: ({ id_curso }) => id_curso,
  sort: '',
  columns: [
    { key: 'nombre', label: 'Curso', cell: ({ nombre }) => nombre },
    { key: 'estado', label: 'Matrícula', cell: ({ estado }) => <EnrolmentState state={estado} />, steady: true },
    {
      key: 'vence',
      label: 'Último día',
      cell: ({ vence }) => (vence ? formatDay(vence) : 'Sin fecha de fin'),
      steady: true,
    },
    { key: 'avance', label: 'Avance', cell: (course) => <Progress course={course} /> },
    { key: 'asistencias', label: 'Asistencias', cell: ({ asistencias }) => asistencias || null, align: 'right' },
    {
      key: 'actividad',
      label: 'Última actividad',
      cell: ({ ultima_actividad }) => (ultima_actividad ? formatDate(ultima_actividad) : null),
      steady: true,
    },
    {
      key: 'certificado',
      label: 'Certificado',
      cell: ({ codigo_certificado: code }) => (code ? <Certificate code={code} /> : null),
      steady: true,
    },
  ],
  errorTitle: 'No pudimos cargar los cursos',
  empty: <EmptyState icon={IconBooks} title="No está en ningún curso." />,
}

export function CoursesTab({ student }: { student: Student }) {
  const state = useListState()
  const { cursos } = student
  const data = { data: { data: cursos, total: cursos.length, siguiente: null } }
  return (
    <StaffList
      config={CONFIG}
      state={state}
      query={{ data, error: null, isPending: false, refetch: () => undefined }}
    />
  )
}
