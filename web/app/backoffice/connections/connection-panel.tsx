import type { Connection, Connections } from '@campus/contract/connections'
import { Button, Group, Loader, Text } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { client } from '../../lib/client'
import { ApiError, failureText } from '../../lib/errors'
import { useNow } from '../../lib/now'
import { toast } from '../../lib/toasts'
import { Panel } from '../../ui/panel'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { answerOf } from '../blocks/answer-of'
import { PasswordDialog } from '../blocks/password-dialog'
import { staleCopy } from '../blocks/stale'
import { useRefresh } from '../blocks/use-refresh'
import { useTakeState } from './calls'
import classes from './connections.module.css'
import { history, standing } from './words'

export type PanelTexts = {
  title: string
  /** While the connection in force is tried, and when it works. */
  trying: string
  tried: string
  /** Of the environment variables that win. */
  variables: string
  /** What does not work until the key file is back. */
  unreadable: string
  /** What removing it does. */
  removal: string
}

type PanelProps = { which: Connection; connections: Connections; texts: PanelTexts }

function useTrial({ which, texts }: PanelProps) {
  const takeState = useTakeState()
  const refresh = useRefresh('/api/gestion/conexiones')
  const [trying, setTrying] = useState(false)
  const start = async () => {
    setTrying(true)
    try {
      const params = { path: { cual: which } }
      takeState(await answerOf(client.POST('/api/gestion/conexiones/{cual}/probar', { params })))
      toast(texts.tried)
    } catch (error) {
      const [own] = error instanceof ApiError ? (error.errors.cual ?? []) : []
      toast(own ?? failureText(error), { color: 'red', title: 'No funcionó' })
      await refresh()
    } finally {
      setTrying(false)
    }
  }
  return { trying, start: () => void start() }
}

type RemoveDialogProps = PanelProps & { onRemoved: () => void; onClose: () => void }

function RemoveDialog({ which, connections, texts, onRemoved, onClose }: RemoveDialogProps) {
  const takeState = useTakeState()
  const { origen, version } = connections[which]
  const remove = async (password: string) => {
    const params = { path: { cual: which } }
    const body = { version, password }
    try {
      takeState(await answerOf(client.POST('/api/gestion/conexiones/{cual}/quitar', { params, body })))
    } catch (error) {
      const actual = staleCopy<Connections>(error)
      if (!actual) throw error
      takeState(actual.datos)
      return toast(`${actual.por?.nombre ?? 'Otra persona'} lo cambió mientras tanto. No se quitó nada.`)
    }
    toast('Se quitó lo guardado.')
    onRemoved()
  }
  const title = `Quitar ${texts.title}`
  return (
    <PasswordDialog title={title} action="Quitar" destructive onConfirm={remove} onClose={onClose}>
      {origen === 'instalacion'
        ? 'Se borra lo guardado aquí. Sigue valiendo lo que fija la instalación.'
        : texts.removal}
    </PasswordDialog>
  )
}

type ActsProps = PanelProps & { trying: boolean; onTry: () => void; onChange: () => void; onRemove: () => void }

/** What can be done with it as it is. */
function Acts({ which, connections, texts, trying, onTry, onChange, onRemove }: ActsProps) {
  const { origen, version } = connections[which]
  if (origen === 'ninguno') return <Button onClick={onChange}>{`Conectar ${texts.title}`}</Button>
  if (origen === 'pantalla')
    return (
      <>
        <Button variant="default" onClick={onChange}>
          Cambiar
          <span className="visually-hidden">{` ${texts.title}`}</span>
        </Button>
        <ActMenu label={`Más acciones de ${texts.title}`}>
          <MenuAct icon={IconRefresh} label="Probar ahora" disabled={trying} onClick={onTry} />
          <MenuAct icon={IconTrash} label="Quitar" color="red" onClick={onRemove} />
        </ActMenu>
      </>
    )
  return (
    <>
      {origen === 'instalacion' && (
        <Button variant="default" disabled={trying} onClick={onTry}>
          Probar ahora
          <span className="visually-hidden">{` ${texts.title}`}</span>
        </Button>
      )}
      {version > 0 && (
        <Button variant="default" color="red" onClick={onRemove}>
          Quitar lo guardado
          <span className="visually-hidden">{` de ${texts.title}`}</span>
        </Button>
      )}
    </>
  )
}

function Explanation({ which, connections, texts }: PanelProps) {
  const { origen, version } = connections[which]
  if (origen === 'ilegible')
    return (
      <Text size="sm" className={classes.wrapped}>
        Falta la llave con la que se cifró. <span>{texts.unreadable}</span> <span>Devuelve a su lugar el archivo</span>{' '}
        <code>{connections.llave}</code>{' '}
        <span>y arranca otra vez el programa, o quita lo guardado y escríbelo de nuevo.</span>
      </Text>
    )
  if (origen !== 'instalacion') return null
  return (
    <Text size="sm" c="dimmed" className={classes.wrapped}>
      <span>{`Lo fija la instalación con ${texts.variables}.`}</span>{' '}
      {version > 0 && <span>Lo guardado aquí no se usa mientras tanto.</span>}
    </Text>
  )
}

function StateLine({ which, connections, trying, texts }: PanelProps & { trying: boolean }) {
  const now = useNow()
  const { tone, text } = standing(connections, which, now)
  return (
    <div role="status" className={classes.state} data-tone={trying ? 'plain' : tone}>
      {trying ? <Loader size={14} color="gray" /> : <span className={classes.dot} />}
      <span className={classes.wrapped}>{trying ? texts.trying : text}</span>
    </div>
  )
}

function Past({ which, connections }: PanelProps) {
  const now = useNow()
  return history(connections[which], now).map((line) => (
    <Text key={line} size="sm" c="dimmed" className={classes.wrapped}>
      {line}
    </Text>
  ))
}

/** Brings the panel that the address names into view, with the focus. */
function useAddressed(which: Connection) {
  const panel = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== `#${which}`) return
    panel.current?.scrollIntoView()
    panel.current?.focus({ preventScroll: true })
  }, [hash, which])
  return panel
}

/** The button that opened or closed the form is gone: the focus goes to the first field, or back to the panel. */
function useMovedFocus(panel: RefObject<HTMLElement | null>, open: boolean): void {
  const before = useRef(open)
  useEffect(() => {
    if (before.current === open) return
    before.current = open
    const field = panel.current?.querySelector<HTMLElement>('form :is(input, select)')
    ;(open ? field : panel.current)?.focus()
  }, [panel, open])
}

type Form = { onSaved: () => void; onCancel: (() => void) | null }

type ConnectionPanelProps = PanelProps & { form: (props: Form) => ReactNode; children?: ReactNode }

/** A service: how it stands in one line, and the form only when there is something to do. */
export function ConnectionPanel({ form, children, ...props }: ConnectionPanelProps) {
  const { which, connections, texts } = props
  const { origen } = connections[which]
  const panel = useAddressed(which)
  const trial = useTrial(props)
  const [editing, setEditing] = useState(origen === 'ninguno')
  const [removing, setRemoving] = useState(false)
  const open = editing && (origen === 'ninguno' || origen === 'pantalla')
  const close = () => setEditing(false)
  useMovedFocus(panel, open)
  const showForm = () => {
    setRemoving(false)
    setEditing(true)
  }
  return (
    <section ref={panel} id={which} tabIndex={-1} aria-labelledby={`${which}-titulo`} className={classes.section}>
      <Panel>
        <div className={classes.head}>
          <div className={classes.words}>
            <h2 id={`${which}-titulo`} className={classes.title}>
              {texts.title}
            </h2>
            <StateLine {...props} trying={trial.trying} />
            <Explanation {...props} />
            <Past {...props} />
          </div>
          {!open && (
            <Group gap="xs">
              <Acts
                {...props}
                trying={trial.trying}
                onTry={trial.start}
                onChange={showForm}
                onRemove={() => setRemoving(true)}
              />
            </Group>
          )}
        </div>
        {children}
        {open && (
          <div className={classes.part}>{form({ onSaved: close, onCancel: origen === 'ninguno' ? null : close })}</div>
        )}
      </Panel>
      {removing && <RemoveDialog {...props} onRemoved={showForm} onClose={() => setRemoving(false)} />}
    </section>
  )
}
