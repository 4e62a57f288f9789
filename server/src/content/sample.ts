import { fileURLToPath } from 'node:url'
import type { Db } from '../platform/db/database.ts'
import type { Storage } from '../platform/files/storage.ts'
import { readAcademy } from './academy.ts'
import { writeBrandCourses } from './courses.ts'
import { todayInLima } from './dates.ts'
import { writeCategories } from './load.ts'

export const TEMPLATE = fileURLToPath(new URL('../../../content/plantilla', import.meta.url))

type FirstBrand = {
  id_cliente: number
  /** Who teaches the course. */
  docente: { id: number; correo: string } | null
}

/** The hidden course of the template, for a brand that was just opened. */
export async function writeSampleCourse(tx: Db, storage: Storage, { id_cliente, docente }: FirstBrand): Promise<void> {
  const { brands, assets } = await readAcademy(TEMPLATE, { today: todayInLima() })
  const addresses = await assets.store(storage)
  const teachers = new Map(docente ? [[docente.correo, docente.id]] : [])
  for (const brand of brands) {
    const categories = await writeCategories(tx, id_cliente, brand.categorias, true)
    // As one that was made in the program, whose first publication shows it.
    const cursos = brand.cursos.map((course) => ({
      ...course,
      clave: `n-${course.clave}`,
      docentes: [...teachers.keys()],
      publicado: false,
    }))
    const context = { categories, teachers, addresses, here: new Set<string>(), replace: false }
    await writeBrandCourses(tx, { ...brand, id: id_cliente, cursos }, context)
  }
}
