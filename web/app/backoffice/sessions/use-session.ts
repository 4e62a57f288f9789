import { NewSessions, SessionBody, type SessionRow } from '@campus/contract/catalogue.staff'
import { numberOf } from '@campus/contract/numbers'
import { useState } from 'react'
import { client } from '../../lib/client'
import { newEnvio } from '../../lib/envio'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { useRecord } from '../blocks/use-record'
import { seenOf } from './series'
import { heardBy, tellsByDefault } from './telling'

type Fields = Pick<SessionRow, 'nombre' | 'fecha' | 'hora_inicio' | 'duracion' | 'enlace' | 'id_grupo'> & {
  id_leccion: number | ''
}

const NEW: Fields & { version: number } = {
  ...{ nombre: '', id_leccion: '', fecha: '', hora_inicio: '', duracion: 60, enlace: '' },
  ...{ id_grupo: null, version: 0 },
}
const textOf = ({ nombre, id_leccion, fecha, hora_inicio, duracion, enlace, id_grupo }: Fields) => ({
  ...{ nombre, fecha, hora_inicio, enlace, cada_dias: '', veces: '8' },
  id_leccion: String(id_leccion),
  duracion: String(duracion),
  id_grupo: String(id_grupo ?? ''),
})
type Values = ReturnType<typeof textOf>

const fieldsOf = ({ nombre, fecha, hora_inicio, enlace, id_leccion, duracion, id_grupo }: Values) => ({
  ...{ nombre, fecha, hora_inicio, enlace },
  id_leccion: Number(id_leccion),
  duracion: numberOf(duracion),
  id_grupo: id_grupo === '' ? null : Number(id_grupo),
})

const seriesOf = (values: Values, envio: string) => ({
  ...fieldsOf(values),
  ...(values.cada_dias !== '' && { cada_dias: Number(values.cada_dias), veces: numberOf(values.veces) }),
  envio,
})

function changedText(classes: number, students: number): string {
  const saved = classes > 1 ? `Guardamos ${classes} clases` : 'Guardamos la clase'
  return students > 0 ? `${saved} y avisamos a ${count(students, 'alumno', 'alumnos')}.` : `${saved}.`
}

/** `grupo` is the name of the group that is chosen. */
export const classOf = (session: SessionRow, values: Values, grupo: string | null = null): SessionRow => ({
  ...session,
  ...fieldsOf(values),
  grupo,
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
  const [envio] = useState(newEnvio)
  const heard = session && heardBy(session, following)
  const changeOf = (before: SessionRow, values: Values, version: number) => ({
    ...fieldsOf(values),
    avisar: chosen ?? tellsByDefault(before, classOf(before, values)),
    siguientes: seenOf(following),
    version,
  })
  const change = async (body: ReturnType<typeof changeOf>) => {
    const params = { path: { id: String(session?.id) } }
    const { data } = await client.PUT('/api/gestion/sesiones/{id}', { params, body })
    return { data, message: changedText(following.length + 1, (body.avisar && heard?.alumnos) || 0) }
  }
  const create = async (body: ReturnType<typeof seriesOf>) => {
    const { data } = await client.POST('/api/gestion/sesiones', { body })
    const saved = data?.data ?? []
    return {
      data: saved[0] && { data: saved[0] },
      message: `${count(saved.length, 'clase programada', 'clases programadas')}.`,
    }
  }
  return useRecord<Values, ReturnType<typeof changeOf> | ReturnType<typeof seriesOf>, Fields>({
    schema: session ? SessionBody : NewSessions,
    row: session ?? NEW,
    read: textOf,
    body: (values, version) => (heard ? changeOf(heard, values, version) : seriesOf(values, envio)),
    save: async (body) => {
      // What others changed meanwhile is shown too.
      const { data, message } = await ('envio' in body ? create(body) : change(body)).finally(onSaved)
      if (data) toast(message)
      return { data }
    },
    onSaved: onClose,
  })
}

export type SessionRecord = ReturnType<typeof useSession>
