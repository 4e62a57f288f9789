import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { cutText } from '@campus/contract/shorten'
import { ActionIcon, Button, Group, List, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { failureText } from '../../lib/errors'
import { count } from '../../lib/format'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { isAllowed, useStaff } from '../shell/staff'
import { COURSES_PATH, coursePath } from './paths'

const ExportDialog = lazy(() => import('./export-dialog'))

type ActionProps = { desk: CourseDesk; refresh: () => Promise<unknown>; onClose: () => void }
type State = CourseDesk['estado']

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

function useSaveState({ desk, refresh, onClose }: ActionProps) {
  return api.useMutation('put', '/api/gestion/cursos/{id}/estado', {
    meta: { handled: true },
    onSuccess: async ({ data }) => {
      notifications.show({ color: 'teal', message: (desk.estado === 'archivado' ? RESTORE : WORDS[data.estado]).done })
      onClose()
      await refresh()
    },
    onError: () => void refresh(),
  })
}

function ChangeState({ target, ...props }: ActionProps & { target: State }) {
  const { desk, onClose } = props
  const save = useSaveState(props)
  const { title, text } = desk.estado === 'archivado' ? RESTORE : WORDS[target]
  const missing = save.error && target === 'publicado' ? desk.comprobacion.errores : []
  const send = () =>
    save.mutate({ params: { path: { id: String(desk.id) } }, body: { estado: target, version: desk.version } })
  return (
    <Confirm
      opened
      title={title}
      action={title}
      busy={save.isPending}
      failure={
        <Failure
          mt="md"
          text={[save.error && failureText(save.error), ...missing.map((one) => one.texto)].filter(Boolean).join(' ')}
        />
      }
      onConfirm={send}
      onClose={onClose}
    >
      <span>{text}</span>
      <Counted desk={desk} />
    </Confirm>
  )
}

function Duplicate({ desk, onClose }: ActionProps) {
  const navigate = useNavigate()
  const [name, setName] = useState(`${cutText(desk.nombre, 192)} (copia)`)
  const [envio] = useState(() => crypto.randomUUID())
  const copy = api.useMutation('post', '/api/gestion/cursos/{id}/duplicar', {
    meta: { handled: true },
    onSuccess: ({ data }) => {
      notifications.show({ color: 'teal', message: 'Curso duplicado. Nace oculto y sin docentes.' })
      onClose()
      navigate(coursePath(data.id))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    copy.mutate({ params: { path: { id: String(desk.id) } }, body: { nombre: name, envio } })
  }
  return (
    <Modal opened onClose={onClose} title="Duplicar el curso" centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            Se copian la ficha, las lecciones y las evaluaciones publicadas. Nunca personas, clases en vivo ni
            borradores.
          </Text>
          <TextInput
            label="Nombre de la copia"
            data-autofocus
            maxLength={200}
            value={name}
            error={copy.error && failureText(copy.error)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={copy.isPending}>
              Duplicar el curso
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Lists that named the course. */
const COURSES = ['get', '/api/gestion/cursos']

function Delete({ desk, onClose }: ActionProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = api.useMutation('delete', '/api/gestion/cursos/{id}', {
    meta: { handled: true },
    onSuccess: ({ message }) => {
      notifications.show({ color: 'teal', message })
      void queries.invalidateQueries({ queryKey: COURSES })
      navigate(COURSES_PATH)
    },
  })
  return (
    <Confirm
      opened
      title="Eliminar el curso"
      action="Eliminar el curso"
      busy={remove.isPending}
      failure={<Failure mt="md" error={remove.error} />}
      onConfirm={() => remove.mutate({ params: { path: { id: String(desk.id) } } })}
      onClose={onClose}
    >
      {`«${desk.nombre}» desaparece con sus lecciones, evaluaciones y borradores. No se puede deshacer.`}
    </Confirm>
  )
}

/** What can be done with a course as a whole. */
export function CourseActions(props: Omit<ActionProps, 'onClose'>) {
  const { estado } = props.desk
  const [open, setOpen] = useState<State | 'duplicar' | 'eliminar' | 'exportar' | null>(null)
  const mayAdd = isAllowed(useStaff(), 'catalogo')
  const close = () => setOpen(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={44} aria-label="Acciones del curso">
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayAdd && (
            <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={() => setOpen('duplicar')}>
              Duplicar
            </Menu.Item>
          )}
          {mayAdd && estado !== 'archivado' && (
            <Menu.Item onClick={() => setOpen('exportar')}>Exportar carpeta</Menu.Item>
          )}
          {estado === 'publicado' && (
            <Menu.Item leftSection={<IconEyeOff size={18} aria-hidden />} onClick={() => setOpen('oculto')}>
              Ocultar
            </Menu.Item>
          )}
          {estado === 'oculto' && (
            <Menu.Item leftSection={<IconEye size={18} aria-hidden />} onClick={() => setOpen('publicado')}>
              Mostrar
            </Menu.Item>
          )}
          {estado === 'archivado' ? (
            <Menu.Item leftSection={<IconArchiveOff size={18} aria-hidden />} onClick={() => setOpen('oculto')}>
              Restaurar
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconArchive size={18} aria-hidden />} onClick={() => setOpen('archivado')}>
              Archivar
            </Menu.Item>
          )}
          {mayAdd && estado !== 'publicado' && props.desk.alumnos === 0 && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => setOpen('eliminar')}
            >
              Eliminar
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'duplicar' && <Duplicate {...props} onClose={close} />}
      {open === 'eliminar' && <Delete {...props} onClose={close} />}
      <Late>{open === 'exportar' && <ExportDialog id_curso={props.desk.id} onClose={close} />}</Late>
      {open !== null && open !== 'duplicar' && open !== 'eliminar' && open !== 'exportar' && (
        <ChangeState {...props} target={open} onClose={close} />
      )}
    </>
  )
}
