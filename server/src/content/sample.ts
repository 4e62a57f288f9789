import { fileURLToPath } from 'node:url'
import type { Db } from '../platform/db/database.ts'
import type { Storage } from '../platform/files/storage.ts'
import { readAcademy } from './academy.ts'
import { writeBrandCourses } from './courses.ts'
import { todayInLima } from './dates.ts'
import { addCategories } from './load.ts'

export const TEMPLATE = fileURLToPath(new URL('../../../content/plantilla', import.meta.url))

type FirstBrand = {
  id_cliente: number
  /** Who teaches the course. */
  docente: { id: number; correo: string } | null
}

/** The hidden course of the template, for a brand that was just opened: its first publication shows it. */
export async function writeSampleCourse(tx: Db, storage: Storage, { id_cliente, docente }: FirstBrand): Promise<void> {
  const { brands, assets } = await readAcademy(TEMPLATE, { today: todayInLima() })
  const addresses = await assets.store(storage)
  const teachers = new Map(docente ? [[docente.correo, docente.id]] : [])
  for (const brand of brands) {
    const categories = await addCategories(tx, id_cliente, brand.categorias)
    const cursos = brand.cursos.map((course) => ({ ...course, docentes: [...teachers.keys()], publicado: false }))
    await writeBrandCourses(tx, id_cliente, cursos, { categories, teachers, addresses, nuevo: true })
  }
}
