import { NewSessions, type SessionRow } from '@campus/contract/catalogue.staff'
import { numberOf } from '@campus/contract/numbers'
import { useState } from 'react'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { useRecord } from '../blocks/use-record'
import { seenOf } from './series'
import { heardBy, tellsByDefault } from './telling'

const EMPTY = { nombre: '', id_leccion: '', fecha: '', hora_inicio: '', duracion: '60', enlace: '' }
const textOf = ({ nombre, id_leccion, fecha, hora_inicio, duracion, enlace }: SessionRow) => ({
  ...{ nombre, fecha, hora_inicio, enlace, cada_dias: '', veces: '1' },
  id_leccion: String(id_leccion),
  duracion: String(duracion),
})
type Values = ReturnType<typeof textOf>

const fieldsOf = ({ nombre, fecha, hora_inicio, enlace, id_leccion, duracion }: Values) => ({
  ...{ nombre, fecha, hora_inicio, enlace },
  id_leccion: Number(id_leccion),
  duracion: numberOf(duracion),
})

const seriesOf = (values: Values, envio: string) => ({
  ...fieldsOf(values),
  ...(values.cada_dias !== '' && { cada_dias: Number(values.cada_dias), veces: numberOf(values.veces) }),
  envio,
})

/** The form holds text; the contract's rules are about numbers. */
const SCHEMA = {
  '~standard': {
    version: 1,
    vendor: 'campus',
    validate: (values: unknown) => {
      const { id_leccion } = values as Values
      if (id_leccion === '') return { issues: [{ message: 'Elige la lección.', path: ['id_leccion'] }] }
      return NewSessions['~standard'].validate(seriesOf(values as Values, crypto.randomUUID()))
    },
  },
} as const

async function create(values: Values, envio: string): Promise<SessionRow[]> {
  const { data } = await client.POST('/api/gestion/sesiones', { body: seriesOf(values, envio) })
  return data?.data ?? []
}

async function change(id: number, ...body: Parameters<typeof bodyOf>): Promise<SessionRow[]> {
  const params = { path: { id: String(id) } }
  const { data } = await client.PUT('/api/gestion/sesiones/{id}', { params, body: bodyOf(...body) })
  return data ? [data.data] : []
}

const bodyOf = (values: Values, version: number, avisar: boolean, following: SessionRow[]) => ({
  ...{ ...fieldsOf(values), avisar, version },
  siguientes: seenOf(following),
})

function changedText(classes: number, students: number): string {
  const saved = classes > 1 ? `Guardamos ${classes} clases` : 'Guardamos la clase'
  return students > 0 ? `${saved} y avisamos a ${count(students, 'alumno', 'alumnos')}.` : `${saved}.`
}

export const classOf = (session: SessionRow, values: Values): SessionRow => ({
  ...session,
  ...fieldsOf(values),
  cancelada: false,
})

type SessionProps = {
  session: SessionRow | null
  /** The classes of its series that change with it. */
  following: SessionRow[]
  /** What the person decided about telling the students; null until then. */
  chosen: boolean | null
  onSaved: () => void
  onClose: () => void
}

export function useSession({ session, following, chosen, onSaved, onClose }: SessionProps) {
  const [envio] = useState(() => crypto.randomUUID())
  const saveChange = async (before: SessionRow, values: Values, version: number) => {
    const heard = heardBy(before, following)
    const tell = chosen ?? tellsByDefault(heard, classOf(heard, values))
    const saved = await change(before.id, values, version, tell, following)
    return { saved, message: changedText(following.length + 1, tell ? heard.alumnos : 0) }
  }
  const saveNew = async (values: Values) => {
    const saved = await create(values, envio)
    return { saved, message: `${count(saved.length, 'clase programada', 'clases programadas')}.` }
  }
  return useRecord<Values, SessionRow>({
    schema: SCHEMA,
    row: {
      values: session ? textOf(session) : { ...EMPTY, cada_dias: '', veces: '8' },
      version: session?.version ?? 0,
    },
    read: textOf,
    save: async (values, version) => {
      // What others changed meanwhile is shown too.
      const { saved, message } = await (session ? saveChange(session, values, version) : saveNew(values)).catch(
        (error) => {
          onSaved()
          throw error
        },
      )
      const [first] = saved
      if (!first) throw new ApiError(500, undefined)
      toast(message)
      onSaved()
      onClose()
      return { values: textOf(first), version: first.version }
    },
  })
}

export type SessionRecord = ReturnType<typeof useSession>
