import { COURSE_STATES, type CourseRow, NewCourse } from '@campus/contract/catalogue.staff'
import { LEVELS } from '@campus/contract/documents/course'
import { Anchor, Autocomplete, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort, IconBooks, IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { formatDateTime, formatMoney, formatNumber } from '../../lib/format'
import { foldName } from '../../lib/text-search'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Picture } from '../../ui/picture'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { formatCounted } from '../blocks/counted'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { NewDialog } from '../blocks/new-dialog'
import { useNewPath } from '../blocks/new-path'
import { useRows } from '../blocks/use-rows'
import { isAllowed, useStaff } from '../shell/staff'
import { type Acting, CourseActs, CourseDialog } from './course-actions'
import { coursePath } from './paths'

// Its order block is heavy.
const OrderDialog = lazy(() => import('./order-dialog'))
const ExportDialog = lazy(() => import('./export-dialog'))

/** Hidden until it is published; the outline comes next. */
function CreateCourse({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const query = api.useQuery('get', '/api/categorias/activas', {}, { staleTime: 0 })
  const names = query.data?.data.map(({ nombre }) => nombre) ?? []
  const isNew = (typed: string) => typed.trim() !== '' && !names.some((name) => foldName(name) === foldName(typed))
  return (
    <NewDialog
      title="Nuevo curso"
      action="Crear el curso"
      values={{ nombre: '', categoria: '', nivel: LEVELS[0] as (typeof LEVELS)[number] }}
      schema={NewCourse}
      send={(body) => client.POST('/api/gestion/cursos', { body })}
      onDone={({ id }) => navigate(coursePath(id))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Nombre" data-autofocus required maxLength={200} {...form.getInputProps('nombre')} />
          <Autocomplete
            label="Categoría"
            required
            maxLength={80}
            placeholder="Elige una o escribe otra"
            data={names}
            description={query.data && isNew(form.values.categoria) && 'Se crea con el curso.'}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('categoria')}
          />
          <Select label="Nivel" required allowDeselect={false} data={[...LEVELS]} {...form.getInputProps('nivel')} />
          <Text size="sm" c="dimmed">
            Nace oculto: lo verán los alumnos cuando lo publiques.
          </Text>
        </>
      )}
    </NewDialog>
  )
}

const nameCell = ({ nombre, imagen, con_borrador }: CourseRow) => (
  <Group gap="sm" wrap="nowrap">
    <span style={{ flex: '0 0 64px' }}>
      <Picture src={imagen} alt="" ratio={16 / 9} sizes="64px" />
    </span>
    <span>
      <span>{nombre}</span>
      {con_borrador && (
        <Text component="span" size="xs" c="dimmed" display="block">
          Con cambios sin publicar
        </Text>
      )}
    </span>
  </Group>
)

/** To the enrolments that it counts. */
const studentsCell = ({ id, alumnos }: CourseRow) =>
  alumnos === 0 ? (
    formatCounted(alumnos)
  ) : (
    <Anchor
      component={Link}
      to={`/gestion/matriculas?curso=${id}&estado=vigente`}
      aria-label={`Alumnos vigentes: ${formatCounted(alumnos)}`}
      inherit
      c="inherit"
      underline="hover"
    >
      {formatCounted(alumnos)}
    </Anchor>
  )

type Named = { id: number; nombre: string }
const optionsOf = (all: readonly Named[]) => all.map(({ id, nombre }) => ({ value: String(id), label: nombre }))

type Choices = { categories: readonly Named[]; teachers: readonly Named[] }
type Acts = { onNew: (() => void) | null; onAct: (acting: Acting) => void }

const configOf = ({ onNew, onAct }: Acts, { categories, teachers }: Choices): ListConfig<CourseRow> => ({
  label: 'Cursos',
  id: ({ id }) => id,
  href: ({ id }) => coursePath(id),
  sort: '-actualizado',
  search: 'Buscar por nombre',
  filters: [
    {
      key: 'estado',
      label: 'Estado',
      all: 'Todos los estados',
      options: Object.entries(COURSE_STATES).map(([value, label]) => ({ value, label })),
    },
    { key: 'categoria', label: 'Categoría', all: 'Todas las categorías', options: optionsOf(categories) },
    { key: 'docente', label: 'Docente', all: 'Todos los docentes', options: optionsOf(teachers) },
    {
      key: 'con_borrador',
      label: 'Borradores',
      all: 'Con y sin borrador',
      options: [{ value: '1', label: 'Con borrador' }],
    },
  ],
  columns: [
    { key: 'nombre', label: 'Curso', cell: nameCell, sorts: true },
    { key: 'estado', label: 'Estado', cell: ({ estado }) => COURSE_STATES[estado], steady: true },
    { key: 'categoria', label: 'Categoría', cell: ({ categoria }) => categoria },
    {
      key: 'docentes',
      label: 'Docentes',
      cell: ({ docentes }) => docentes.map(({ nombre }) => nombre).join(', ') || null,
    },
    { key: 'lecciones', label: 'Lecciones', cell: ({ lecciones }) => formatNumber(lecciones), align: 'right' },
    { key: 'alumnos', label: 'Alumnos', cell: studentsCell, align: 'right' },
    {
      key: 'costo',
      label: 'Precio',
      cell: ({ costo, promocion }) => formatMoney(promocion ?? costo),
      align: 'right',
      steady: true,
    },
    {
      key: 'actualizado',
      label: 'Actualizado',
      cell: ({ actualizado }) => formatDateTime(actualizado),
      steady: true,
      sorts: true,
    },
    {
      key: 'acciones',
      label: 'Acciones',
      cell: (course) => (
        <ActMenu label={`Acciones de «${course.nombre}»`}>
          <CourseActs course={course} onAct={(act) => onAct({ course, act })} />
        </ActMenu>
      ),
      align: 'right',
    },
  ],
  errorTitle: 'No pudimos cargar los cursos',
  empty: (
    <EmptyState
      icon={IconBooks}
      title="Todavía no hay cursos."
      text={onNew ? 'Crea el primero: basta su nombre.' : 'Cuando te asignen un curso, lo verás aquí.'}
      action={onNew && <Button onClick={onNew}>Nuevo curso</Button>}
    />
  ),
})

export default function CoursesPage() {
  const staff = useStaff()
  const [opened, { open, close }] = useDisclosure(false)
  const [ordering, order] = useDisclosure(false)
  const [exporting, exported] = useDisclosure(false)
  const [acting, setActing] = useState<Acting | null>(null)
  const done = () => setActing(null)
  const state = useListState(['q', 'estado', 'categoria', 'docente', 'con_borrador'])
  const categories = api.useQuery('get', '/api/categorias/activas').data?.data ?? []
  const people = api.useQuery('get', '/api/usuarios/docentes/activos').data?.data ?? []
  const teachers = people.map(({ id, nombres, apellidos }) => ({ id, nombre: `${nombres} ${apellidos}` }))
  const query = useRows('/api/gestion/cursos', { query: state.params })
  const mayCreate = isAllowed(staff, 'catalogo')
  useNewPath(() => mayCreate && open())
  return (
    <>
      <PageHead
        title="Cursos"
        action={
          mayCreate && (
            <Group gap="xs">
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
                Nuevo curso
              </Button>
              <ActMenu label="Más acciones" variant="default">
                <MenuAct icon={IconArrowsSort} label="Ordenar el catálogo" onClick={order.open} />
                <MenuAct label="Exportar carpeta" onClick={exported.open} />
              </ActMenu>
            </Group>
          )
        }
      />
      <StaffList
        config={configOf({ onNew: mayCreate ? open : null, onAct: setActing }, { categories, teachers })}
        state={state}
        query={query}
      />
      {acting && <CourseDialog {...acting} onClose={done} onDeleted={done} />}
      {opened && <CreateCourse onClose={close} />}
      <Late>{ordering && <OrderDialog onClose={order.close} />}</Late>
      <Late>{exporting && <ExportDialog onClose={exported.close} />}</Late>
    </>
  )
}
