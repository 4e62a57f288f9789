import type { AttendanceRow, AttendanceState, AttendedClass, MarkedAll } from '@campus/contract/attendance.staff'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { useOnReconnect } from '../../lib/network'
import { deviceStore } from '../../lib/storage'
import { toast } from '../../lib/toasts'
import { answerOf } from '../blocks/answer-of'
import { useRefresh } from '../blocks/use-refresh'
import { useStaff } from '../shell/staff'
import { createMarkStore } from './mark-store'
import { attends, type Mark } from './marks'

const LIST = ['get', '/api/gestion/sesiones/{id}/asistencias'] as const
const CLASS = ['get', '/api/gestion/sesiones/{id}/asistencia'] as const

function send(id: string, { id_usuario, ...body }: Mark): Promise<AttendanceRow> {
  const params = { path: { id, alumno: String(id_usuario) } }
  return answerOf(client.PUT('/api/gestion/sesiones/{id}/asistencias/{alumno}', { params, body }))
}

type Rows = { data: { data: AttendanceRow[] } }

/** Updates both cached answers after a mark, without a refetch. */
function show(queries: QueryClient, id: string, row: AttendanceRow, { antes }: Mark): void {
  const params = { path: { id } }
  queries.setQueriesData<Rows>(
    { queryKey: LIST },
    (old) =>
      old && {
        ...old,
        data: { ...old.data, data: old.data.data.map((one) => (one.id_usuario === row.id_usuario ? row : one)) },
      },
  )
  queries.setQueryData<{ data: AttendedClass }>(
    [...CLASS, { params }],
    (old) =>
      old && { data: { ...old.data, asistieron: old.data.asistieron + attends(row.estado) - attends(antes.estado) } },
  )
}

/** The row as the screen has it now. */
function latest(queries: QueryClient, row: AttendanceRow): AttendanceRow {
  const pages = queries.getQueriesData<Rows>({ queryKey: LIST })
  return (
    pages.flatMap(([, page]) => page?.data.data ?? []).find(({ id_usuario }) => id_usuario === row.id_usuario) ?? row
  )
}

type Undo = { text: string; run: () => void }

/** What is marked in a class, and how the last mark is taken back. */
export function useAttendance(id: string) {
  const queries = useQueryClient()
  const me = useStaff().id
  const [store] = useState(() =>
    createMarkStore({
      key: `asistencia-${me}-${id}`,
      me,
      storage: deviceStore,
      send: (mark) => send(id, mark),
      onRow: (row, mark) => show(queries, id, row, mark),
    }),
  )
  const state = useSyncExternalStore(store.subscribe, store.read, store.read)
  const [undo, setUndo] = useState<Undo | null>(null)
  useOnReconnect(store.flush)
  useEffect(() => {
    void store.flush()
    return store.stop
  }, [store])
  const refresh = useRefresh(LIST[1], CLASS[1])
  const undoAll = api.useMutation('post', '/api/gestion/sesiones/{id}/asistencias/deshacer', {
    onSuccess: () => {
      setUndo(null)
      return refresh()
    },
  })
  const params = { path: { id } }
  const marked = ({ marcas, quedan }: MarkedAll) => {
    const text = count(marcas.length, 'alumno marcado', 'alumnos marcados')
    if (marcas.length > 0) setUndo({ text, run: () => undoAll.mutate({ params, body: { marcas } }) })
    const message = marcas.length === 0 ? 'Todos estaban marcados.' : `${text}.`
    toast(quedan ? `${message} Quedan más: pulsa otra vez.` : message)
    return refresh()
  }
  const all = api.useMutation('post', '/api/gestion/sesiones/{id}/asistencias', {
    onSuccess: ({ data }) => marked(data),
  })
  const mark = (row: AttendanceRow, estado: AttendanceState) => {
    const before = row.estado
    store.mark(row, estado)
    const again = () => {
      setUndo(null)
      store.mark(latest(queries, row), before)
    }
    setUndo({ text: `${row.nombres} ${row.apellidos}`, run: again })
  }
  return { state, undo, mark, markAll: () => all.mutate({ params }), busy: all.isPending || undoAll.isPending }
}
