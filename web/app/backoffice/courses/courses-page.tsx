import { COURSE_STATES, type CourseRow } from '@campus/contract/catalogue.staff'
import { LEVELS } from '@campus/contract/documents/course'
import { ActionIcon, Button, Group, Menu, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort, IconBooks, IconDots, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { ApiError, failureText } from '../../lib/errors'
import { formatDateTime, formatMoney, formatNumber } from '../../lib/format'
import { Dialog, DialogActions } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Picture } from '../../ui/picture'
import { formatCounted } from '../blocks/counted'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { isAllowed, useStaff } from '../shell/staff'
import { type Acting, CourseDialog, CourseMenu } from './course-actions'
import { coursePath } from './paths'

// Its order block is heavy.
const OrderDialog = lazy(() => import('./order-dialog'))
const ExportDialog = lazy(() => import('./export-dialog'))

/** Of an academy that has none yet; a repeated request finds it. */
async function firstCategory(nombre: string, envio: string): Promise<number> {
  const { data } = await client.POST('/api/gestion/categorias', { body: { nombre, envio } })
  if (!data) throw new ApiError(500, undefined)
  return data.data.id
}

/** Hidden until it is published; the outline comes next. */
function NewCourse({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const query = api.useQuery('get', '/api/categorias/activas', {}, { staleTime: 0 })
  const categories = query.data?.data ?? []
  const isFirst = query.data?.data.length === 0
  const [values, setValues] = useState({
    nombre: '',
    primera: '',
    categoria: null as string | null,
    nivel: 'Básico' as string | null,
  })
  const [envio] = useState(() => crypto.randomUUID())
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const { nombre, primera, categoria, nivel } = values
  const chosen = isFirst ? primera.trim() : categoria
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const level = LEVELS.find((one) => one === nivel)
    if (nombre.trim() === '' || !chosen || !level) return setFailure('Completa los tres datos.')
    setBusy(true)
    setFailure('')
    try {
      const id_categoria = isFirst ? await firstCategory(chosen, envio) : Number(chosen)
      const body = { nombre: nombre.trim(), id_categoria, nivel: level, envio }
      const { data } = await client.POST('/api/gestion/cursos', { body })
      if (data) navigate(coursePath(data.data.id))
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title="Nuevo curso">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            label="Nombre"
            data-autofocus
            required
            maxLength={200}
            value={nombre}
            onChange={(event) => setValues({ ...values, nombre: event.currentTarget.value })}
          />
          {isFirst ? (
            <TextInput
              label="Categoría"
              description="La primera de tu tienda. Luego puedes agregar más en Categorías."
              required
              maxLength={80}
              value={primera}
              onChange={(event) => setValues({ ...values, primera: event.currentTarget.value })}
            />
          ) : (
            <Select
              label="Categoría"
              required
              placeholder="Elige una"
              data={categories.map(({ id, nombre: name }) => ({ value: String(id), label: name }))}
              value={categoria}
              onChange={(value) => setValues({ ...values, categoria: value })}
            />
          )}
          <Select
            label="Nivel"
            required
            allowDeselect={false}
            data={[...LEVELS]}
            value={nivel}
            onChange={(value) => setValues({ ...values, nivel: value })}
          />
          <Text size="sm" c="dimmed">
            Nace oculto: lo verán los alumnos cuando lo publiques.
          </Text>
          {failure && (
            <Text c="red" size="sm" role="alert">
              {failure}
            </Text>
          )}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={busy}>
              Crear el curso
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
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
    { key: 'alumnos', label: 'Alumnos', cell: ({ alumnos }) => formatCounted(alumnos), align: 'right' },
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
        <CourseMenu
          course={course}
          label={`Acciones de «${course.nombre}»`}
          variant="subtle"
          onAct={(act) => onAct({ course, act })}
        />
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
  const query = api.useQuery(
    'get',
    '/api/gestion/cursos',
    { params: { query: state.params as Record<string, never> } },
    { placeholderData: keepPreviousData },
  )
  const mayCreate = isAllowed(staff, 'catalogo')
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
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="default" size={44} aria-label="Más acciones">
                    <IconDots size={20} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconArrowsSort size={18} aria-hidden />} onClick={order.open}>
                    Ordenar el catálogo
                  </Menu.Item>
                  <Menu.Item onClick={exported.open}>Exportar carpeta</Menu.Item>
                </Menu.Dropdown>
              </Menu>
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
      {opened && <NewCourse onClose={close} />}
      <Late>{ordering && <OrderDialog onClose={order.close} />}</Late>
      <Late>{exporting && <ExportDialog onClose={exported.close} />}</Late>
    </>
  )
}
