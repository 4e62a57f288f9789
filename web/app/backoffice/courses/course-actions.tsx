import { type CourseDesk, type CourseRow, DuplicateBody } from '@campus/contract/catalogue.staff'
import { cutText } from '@campus/contract/shorten'
import { List, Text, TextInput } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconReceipt,
  IconTrash,
} from '@tabler/icons-react'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { failureText } from '../../lib/errors'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { MenuAct } from '../blocks/act-menu'
import { NewDialog } from '../blocks/new-dialog'
import { useRefresh } from '../blocks/use-refresh'
import { salePath } from '../sales/paths'
import { isAllowed, useScreenPath, useStaff } from '../shell/staff'
import { linksLeftState } from './links-left'
import { coursePath } from './paths'
import { useDesk } from './use-desk'

const ExportDialog = lazy(() => import('./export-dialog'))

type State = CourseDesk['estado']
type Course = Pick<CourseRow, 'id' | 'nombre' | 'estado' | 'alumnos'>
type Act = State | 'duplicar' | 'eliminar' | 'exportar'
type ActionProps = { course: Course; onClose: () => void }

/** What the server counted: who and what is in the course. */
function Counted({ desk }: { desk: CourseDesk }) {
  const open = desk.evaluaciones.reduce((sum, { intentos_abiertos }) => sum + intentos_abiertos, 0)
  const facts = [
    `${count(desk.alumnos, 'alumno', 'alumnos')} con matrícula vigente, que lo conservan.`,
    `${count(desk.lecciones.length, 'lección', 'lecciones')} y ${count(desk.evaluaciones.length, 'evaluación', 'evaluaciones')}.`,
    open > 0 && `${count(open, 'intento abierto, que se podrá', 'intentos abiertos, que se podrán')} enviar.`,
  ]
  return (
    <List component="span" mt="sm" size="sm">
      {facts.filter(Boolean).map((fact) => (
        <List.Item component="span" display="block" key={String(fact)}>
          {fact}
        </List.Item>
      ))}
    </List>
  )
}

const WORDS = {
  archivado: {
    title: 'Archivar el curso',
    text: 'Sale de la tienda. Se archiva, no se borra: puedes restaurarlo cuando quieras.',
    done: 'El curso está archivado.',
  },
  oculto: {
    title: 'Ocultar el curso',
    text: 'Sale de la tienda: nadie nuevo lo encuentra ni lo compra.',
    done: 'El curso está oculto.',
  },
  publicado: {
    title: 'Mostrar el curso',
    text: 'Vuelve a la tienda, con lo último que publicaste.',
    done: 'El curso ya está en la tienda.',
  },
} as const satisfies Record<State, object>

const RESTORE = {
  title: 'Restaurar el curso',
  text: 'Deja el archivo y queda oculto. Muéstralo cuando quieras.',
  done: 'El curso está restaurado, todavía oculto.',
}

function ChangeState({ course, target, onClose }: ActionProps & { target: State }) {
  const refreshLists = useRefresh('/api/gestion/cursos')
  const { query, desk, refresh } = useDesk(course.id)
  const { title, text, done } = (desk ?? course).estado === 'archivado' ? RESTORE : WORDS[target]
  const save = api.useMutation('put', '/api/gestion/cursos/{id}/estado', {
    meta: { handled: true },
    onSuccess: async () => {
      toast(done)
      onClose()
      await Promise.all([refresh(), refreshLists()])
    },
    onError: () => void refresh(),
  })
  const missing = save.error && target === 'publicado' ? (desk?.comprobacion.errores ?? []) : []
  const failure = save.error ?? (desk ? null : query.error)
  const send = () => {
    if (!desk) return void query.refetch()
    save.mutate({ params: { path: { id: String(course.id) } }, body: { estado: target, version: desk.version } })
  }
  return (
    <Confirm
      title={title}
      action={desk || query.isFetching ? title : 'Reintentar'}
      busy={save.isPending || query.isFetching}
      failure={
        <Failure
          mt="md"
          text={[failure && failureText(failure), ...missing.map((one) => one.texto)].filter(Boolean).join(' ')}
        />
      }
      onConfirm={send}
      onClose={onClose}
    >
      <span>{text}</span>
      {desk && <Counted desk={desk} />}
    </Confirm>
  )
}

function Duplicate({ course, onClose }: ActionProps) {
  const navigate = useNavigate()
  const params = { path: { id: String(course.id) } }
  return (
    <NewDialog
      title="Duplicar el curso"
      action="Duplicar el curso"
      values={{ nombre: `${cutText(course.nombre, 192)} (copia)` }}
      schema={DuplicateBody}
      send={(body) => client.POST('/api/gestion/cursos/{id}/duplicar', { params, body })}
      onDone={({ id, enlaces }) => {
        toast('Curso duplicado. Nace oculto y sin docentes.')
        onClose()
        navigate(coursePath(id), { state: linksLeftState(enlaces) })
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm" c="dimmed">
            Se copian la ficha, las lecciones y las evaluaciones publicadas. Nunca personas, clases en vivo ni
            borradores.
          </Text>
          <TextInput label="Nombre de la copia" data-autofocus maxLength={200} {...form.getInputProps('nombre')} />
        </>
      )}
    </NewDialog>
  )
}

function Delete({ course, onClose, onDeleted }: ActionProps & { onDeleted: () => void }) {
  const refreshLists = useRefresh('/api/gestion/cursos')
  const remove = api.useMutation('delete', '/api/gestion/cursos/{id}', {
    meta: { handled: true },
    onSuccess: ({ message }) => {
      toast(message)
      void refreshLists()
      onDeleted()
    },
  })
  return (
    <Confirm
      title="Eliminar el curso"
      action="Eliminar el curso"
      busy={remove.isPending}
      failure={<Failure mt="md" error={remove.error} />}
      onConfirm={() => remove.mutate({ params: { path: { id: String(course.id) } } })}
      onClose={onClose}
    >
      {`«${course.nombre}» desaparece con sus lecciones, evaluaciones y borradores. No se puede deshacer.`}
    </Confirm>
  )
}

/** What can be done with a course as a whole, as entries of a menu. */
export function CourseActs({ course, onAct }: { course: Course; onAct: (act: Act) => void }) {
  const { id, estado, alumnos } = course
  const navigate = useNavigate()
  const log = useScreenPath('historial')
  const staff = useStaff()
  const mayAdd = isAllowed(staff, 'catalogo')
  const sells = estado === 'publicado' && isAllowed(staff, 'ventas.registrar')
  return (
    <>
      {sells && (
        <MenuAct icon={IconReceipt} label="Registrar venta" onClick={() => navigate(salePath({ curso: id }))} />
      )}
      {log && <MenuAct icon={IconHistory} label="Historial" onClick={() => navigate(`${log}?curso=${id}`)} />}
      {mayAdd && <MenuAct icon={IconCopy} label="Duplicar" onClick={() => onAct('duplicar')} />}
      {mayAdd && estado !== 'archivado' && (
        <MenuAct icon={IconDownload} label="Exportar carpeta" onClick={() => onAct('exportar')} />
      )}
      {estado === 'publicado' && <MenuAct icon={IconEyeOff} label="Ocultar" onClick={() => onAct('oculto')} />}
      {estado === 'oculto' && <MenuAct icon={IconEye} label="Mostrar" onClick={() => onAct('publicado')} />}
      {estado === 'archivado' ? (
        <MenuAct icon={IconArchiveOff} label="Restaurar" onClick={() => onAct('oculto')} />
      ) : (
        <MenuAct icon={IconArchive} label="Archivar" onClick={() => onAct('archivado')} />
      )}
      {mayAdd && estado !== 'publicado' && alumnos === 0 && (
        <MenuAct color="red" icon={IconTrash} label="Eliminar" onClick={() => onAct('eliminar')} />
      )}
    </>
  )
}

export type Acting = { course: Course; act: Act }

/** The dialog of what was chosen in a course's menu. */
export function CourseDialog({ course, act, ...props }: Acting & { onClose: () => void; onDeleted: () => void }) {
  if (act === 'duplicar') return <Duplicate course={course} onClose={props.onClose} />
  if (act === 'eliminar') return <Delete course={course} {...props} />
  if (act === 'exportar')
    return (
      <Late>
        <ExportDialog id_curso={course.id} onClose={props.onClose} />
      </Late>
    )
  return <ChangeState course={course} target={act} onClose={props.onClose} />
}
