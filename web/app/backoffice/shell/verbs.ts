import type { Permission } from '@campus/contract/permissions'
import { newPath } from '../blocks/new-path'
import { salePath } from '../sales/paths'

type Verb = { label: string; words: string; permission: Permission; path: string }

const verb = (label: string, words: string, permission: Permission, path: string): Verb => ({
  label,
  words,
  permission,
  path,
})

/** The one action of other screens, with what else people type for it. */
export const VERBS: readonly Verb[] = [
  verb('Registrar venta', 'cobrar vender yape plin pago efectivo', 'ventas.registrar', salePath()),
  verb('Matricular', 'inscribir nueva matricula agregar alumnos', 'alumnos.gestionar', '/gestion/matriculas/nueva'),
  verb('Importar una lista', 'subir csv excel alumnos masivo', 'alumnos.gestionar', '/gestion/importaciones'),
  verb('Nuevo cupón', 'crear descuento promocion codigo', 'cupones', newPath('cupones')),
  verb('Nuevo curso', 'crear agregar', 'catalogo', newPath('cursos')),
  verb('Nueva clase', 'crear agendar programar sesion en vivo', 'cursos.editar', newPath('sesiones')),
  verb('Invitar al equipo', 'agregar nuevo docente profesor personal', 'academia', newPath('equipo')),
  verb('Nueva categoría', 'crear agregar', 'catalogo', newPath('categorias')),
  verb('Nueva marca', 'crear agregar academia', 'plataforma', newPath('marcas')),
]
