import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { checkCourse } from '@campus/contract/documents/course'
import type { Permission } from '@campus/contract/permissions'
import type { StaffMember } from '@campus/contract/staff'
import { Group, Tabs } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { DocumentHead } from '../blocks/document-head'
import { byPath, FindingsProvider, fieldId, fieldOfHash, focusField, focusWhenThere } from '../blocks/findings'
import { LoadedScreen } from '../blocks/loaded-screen'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { EnrolButton, EnrolmentsList } from '../enrolments/enrolments-list'
import { useRegradeOffer } from '../exams/use-regrade-offer'
import { GroupsBlock } from '../groups/groups-block'
import { SalesList } from '../orders/sales-list'
import { useSessionsList } from '../sessions/sessions-list'
import { NotFound } from '../shell/not-found'
import { isAllowed, useStaff } from '../shell/staff'
import { CardTab } from './card-tab'
import { ContentTab } from './content-tab'
import { type Acting, CourseActs, CourseDialog } from './course-actions'
import { moduleKey } from './outline'
import { COURSES_PATH, coursePath } from './paths'
import { ResultsTab } from './results-tab'
import { otherDrafts, useDesk, useFieldLinks } from './use-desk'

const FIRST = 'contenido'

type Tab = { value: string; label: string; permission?: Permission }

const TABS: readonly Tab[] = [
  { value: FIRST, label: 'Contenido' },
  { value: 'alumnos', label: 'Alumnos', permission: 'alumnos.ver' },
  { value: 'resultados', label: 'Resultados', permission: 'calificar' },
  { value: 'clases', label: 'Clases' },
  { value: 'ventas', label: 'Ventas', permission: 'ventas.ver' },
  { value: 'ficha', label: 'Ficha y precio' },
]

/** Without the price for those who do not sell. */
const tabsOf = (staff: StaffMember): Tab[] =>
  TABS.filter(({ permission = null }) => isAllowed(staff, permission)).map((tab) =>
    tab.value === 'ficha' && !isAllowed(staff, 'catalogo') ? { ...tab, label: 'Ficha' } : tab,
  )

/** Where the tabs of before went. */
const MOVED = { evaluaciones: '', sesiones: 'clases', venta: 'ficha' }

const isMoved = (tab: string): tab is keyof typeof MOVED => tab in MOVED

type CourseProps = { editor: Editor<'curso'>; desk: CourseDesk; refresh: () => Promise<unknown>; tab: string }

/** A module, by place or by id, is a row of the outline; everything else is a field. */
function focusPlace({ modulos }: Editor<'curso'>['document'], path: string): boolean {
  const [field = '', at = ''] = path.split('.')
  const places: Record<string, number | undefined> = {
    modulo: Number(at),
    modulos: at ? modulos[Number(at)]?.id : undefined,
  }
  const module = places[field]
  if (module === undefined) return focusField(path)
  const row = document.querySelector<HTMLElement>(`[data-key="${moduleKey(module)}"]`)
  row?.focus()
  return row !== null
}

function ClassesTab({ course }: { course: number }) {
  const { add, view } = useSessionsList(course)
  return (
    <>
      <Group justify="flex-end" mb="md">
        {add}
      </Group>
      {view}
    </>
  )
}

function Course(props: CourseProps) {
  const { editor, desk, refresh, tab } = props
  const navigate = useNavigate()
  const staff = useStaff()
  const tabs = tabsOf(staff)
  const linkOf = useFieldLinks(desk.id)
  const { hash, key } = useLocation()
  const target = fieldOfHash(hash)
  const [reviewed, setReviewed] = useState(target !== '')
  const [act, setAct] = useState<Acting['act'] | null>(null)
  const regrading = useRegradeOffer()
  const name = editor.document.nombre || 'Curso sin nombre'
  const found = reviewed
    ? checkCourse(editor.document, { docentes: desk.docentes.length, costo: desk.costo }).errores
    : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each way here
  useEffect(() => {
    if (target) return focusWhenThere(target, (path) => focusPlace(editor.document, path))
  }, [key])
  return (
    <FindingsProvider value={byPath(found)}>
      <DocumentHead
        editor={editor}
        name={name}
        acts={<CourseActs course={desk} onAct={setAct} />}
        others={otherDrafts(desk, editor.objeto)}
        linkOf={linkOf}
        lead={(path) => navigate(`${linkOf(editor.objeto, path)}#${fieldId(path)}`)}
        onReviewed={() => setReviewed(true)}
        onPublished={(documents) => {
          void refresh()
          regrading.offer(documents)
        }}
      />
      <Tabs
        value={tabs.some(({ value }) => value === tab) ? tab : FIRST}
        onChange={(value) => navigate(coursePath(desk.id, value === FIRST || value === null ? '' : value))}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={FIRST}>
          <div id={fieldId('modulos')}>
            <ContentTab {...props} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="alumnos">
          {isAllowed(staff, 'alumnos.gestionar') && (
            <Group justify="flex-end" mb="md">
              <EnrolButton course={desk.id} />
            </Group>
          )}
          <GroupsBlock course={desk.id} />
          <EnrolmentsList course={desk.id} />
        </Tabs.Panel>
        <Tabs.Panel value="resultados">
          <ResultsTab desk={desk} />
        </Tabs.Panel>
        <Tabs.Panel value="clases">
          <div id={fieldId('sesiones')}>
            <ClassesTab course={desk.id} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="ventas">
          <SalesList course={desk.id} />
        </Tabs.Panel>
        <Tabs.Panel value="ficha">
          <CardTab {...props} />
        </Tabs.Panel>
      </Tabs>
      {act && (
        <CourseDialog course={desk} act={act} onClose={() => setAct(null)} onDeleted={() => navigate(COURSES_PATH)} />
      )}
      {regrading.dialog}
    </FindingsProvider>
  )
}

/** A course: what it teaches, who is in it, how they do, and what sells it. */
export default function CoursePage() {
  const { id = '', tab = FIRST } = useParams()
  const { hash } = useLocation()
  const number = Number(id)
  const { query, refresh } = useDesk(number)
  if (tab === 'historial') return <Navigate to={`/gestion/historial?curso=${number}`} replace />
  if (isMoved(tab)) return <Navigate to={{ pathname: coursePath(number, MOVED[tab]), hash }} replace />
  if (!TABS.some(({ value }) => value === tab)) return <NotFound />
  return (
    // Around the desk, so that both are asked for at once.
    <OpenDocument key={number} kind="curso" objeto={`curso:${number}`}>
      {(editor) => (
        <LoadedScreen query={query} errorTitle="No pudimos abrir el curso">
          {({ data }) => <Course editor={editor} desk={data} refresh={refresh} tab={tab} />}
        </LoadedScreen>
      )}
    </OpenDocument>
  )
}
