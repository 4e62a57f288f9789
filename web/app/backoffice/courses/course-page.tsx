import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { checkCourse } from '@campus/contract/documents/course'
import type { Permission } from '@campus/contract/permissions'
import { Group, Tabs } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { PageHead } from '../../ui/page-head'
import { AuditList } from '../audit/audit-list'
import { DocumentBar } from '../blocks/document-bar'
import { byPath, FindingsProvider, fieldId, fieldOfHash, focusField, focusWhenThere } from '../blocks/findings'
import { LoadedScreen } from '../blocks/loaded-screen'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { useRegradeOffer } from '../exams/use-regrade-offer'
import { useSessionsList } from '../sessions/sessions-list'
import { NotFound } from '../shell/not-found'
import { isAllowed, useStaff } from '../shell/staff'
import { CardTab } from './card-tab'
import { ContentTab } from './content-tab'
import { CourseActions } from './course-actions'
import { ExamsTab } from './exams-tab'
import { moduleKey } from './outline'
import { COURSES_PATH, coursePath } from './paths'
import { SaleTab } from './sale-tab'
import { otherDrafts, useDesk, useFieldLinks } from './use-desk'

const FIRST = 'contenido'
const TABS = [
  { value: FIRST, label: 'Contenido' },
  { value: 'ficha', label: 'Ficha' },
  { value: 'evaluaciones', label: 'Evaluaciones' },
  { value: 'sesiones', label: 'Sesiones' },
  { value: 'venta', label: 'Docentes y precio', permission: 'catalogo' },
  { value: 'historial', label: 'Historial', permission: 'academia' },
] as const satisfies { value: string; label: string; permission?: Permission }[]

type CourseProps = { editor: Editor<'curso'>; desk: CourseDesk; refresh: () => Promise<unknown>; tab: string }

/** A module is a row of the outline; everything else is a field. */
function focusPlace({ modulos }: Editor<'curso'>['document'], path: string): boolean {
  const [field, at] = path.split('.')
  const module = field === 'modulos' ? modulos[Number(at ?? Number.NaN)] : undefined
  if (!module) return focusField(path)
  const row = document.querySelector<HTMLElement>(`[data-key="${moduleKey(module.id)}"]`)
  row?.focus()
  return row !== null
}

function SessionsTab({ course }: { course: number }) {
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
  const tabs = TABS.filter((tab) => !('permission' in tab) || isAllowed(staff, tab.permission))
  const linkOf = useFieldLinks(desk.id)
  const { hash, key } = useLocation()
  const target = fieldOfHash(hash)
  const [reviewed, setReviewed] = useState(target !== '')
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
      <Breadcrumbs items={[{ text: 'Cursos', to: COURSES_PATH }, { text: name }]} />
      <PageHead title={name} action={<CourseActions desk={desk} />} />
      <DocumentBar
        editor={editor}
        name={name}
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
        <Tabs.Panel value="ficha">
          <CardTab {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="sesiones">
          <div id={fieldId('sesiones')}>
            <SessionsTab course={desk.id} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="venta">
          <SaleTab desk={desk} refresh={refresh} />
        </Tabs.Panel>
        <Tabs.Panel value="historial">
          <AuditList course={desk.id} />
        </Tabs.Panel>
        <Tabs.Panel value="evaluaciones">
          <ExamsTab {...props} />
        </Tabs.Panel>
      </Tabs>
      {regrading.dialog}
    </FindingsProvider>
  )
}

/** A course: its outline, its card and its exams, as one draft. */
export default function CoursePage() {
  const { id = '', tab = FIRST } = useParams()
  const number = Number(id)
  const { query, refresh } = useDesk(number)
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
