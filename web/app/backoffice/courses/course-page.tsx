import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { checkCourse } from '@campus/contract/documents/course'
import type { Permission } from '@campus/contract/permissions'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { PageHead } from '../../ui/page-head'
import { AuditList } from '../audit/audit-list'
import { DocumentBar } from '../blocks/document-bar'
import { byPath, FindingsProvider } from '../blocks/findings'
import { LoadedScreen } from '../blocks/loaded-screen'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { useRegradeOffer } from '../exams/use-regrade-offer'
import { NotFound } from '../shell/not-found'
import { isAllowed, useStaff } from '../shell/staff'
import { CardTab } from './card-tab'
import { ContentTab } from './content-tab'
import { CourseActions } from './course-actions'
import { ExamsTab } from './exams-tab'
import { COURSES_PATH, coursePath, pathOfDocument } from './paths'
import { SaleTab } from './sale-tab'
import { SessionsTab } from './sessions-tab'
import { otherDrafts, useDesk } from './use-desk'

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

function Course(props: CourseProps) {
  const { editor, desk, refresh, tab } = props
  const navigate = useNavigate()
  const staff = useStaff()
  const tabs = TABS.filter((tab) => !('permission' in tab) || isAllowed(staff, tab.permission))
  const [reviewed, setReviewed] = useState(false)
  const regrading = useRegradeOffer()
  const name = editor.document.nombre || 'Curso sin nombre'
  const found = reviewed
    ? checkCourse(editor.document, { docentes: desk.docentes.length, costo: desk.costo }).errores
    : []
  return (
    <FindingsProvider value={byPath(found)}>
      <Breadcrumbs items={[{ text: 'Cursos', to: COURSES_PATH }, { text: name }]} />
      <PageHead title={name} action={<CourseActions desk={desk} refresh={refresh} />} />
      <DocumentBar
        editor={editor}
        name={name}
        others={otherDrafts(desk, editor.objeto)}
        linkOf={(objeto) => pathOfDocument(desk.id, objeto)}
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
          <ContentTab {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="ficha">
          <CardTab {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="sesiones">
          <SessionsTab course={desk.id} />
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
    <LoadedScreen query={query} errorTitle="No pudimos abrir el curso">
      {({ data }) => (
        <OpenDocument key={number} kind="curso" objeto={`curso:${number}`}>
          {(editor) => <Course editor={editor} desk={data} refresh={refresh} tab={tab} />}
        </OpenDocument>
      )}
    </LoadedScreen>
  )
}
