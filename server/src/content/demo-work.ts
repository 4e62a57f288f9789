import { sql } from 'drizzle-orm'
import { createCourse, createLessons, createModules } from '../features/authoring/creating.ts'
import { saveTeachers } from '../features/authoring/records.ts'
import { writeCourses } from '../features/authoring/write-courses.ts'
import { readDocument, saveDraft } from '../kit/documents/drafts.ts'
import { publishDrafts } from '../kit/documents/publishing.ts'
import type { Config } from '../platform/config.ts'
import { type Db, query } from '../platform/db/database.ts'
import type { Identity } from '../platform/http/http.ts'
import { askInLessons, complain, writeToSupport } from './demo-attention.ts'
import { takeExams } from './demo-exams.ts'
import { as, idOf, person } from './demo-people.ts'
import { sellInDemo } from './demo-sales.ts'
import { enrolledBefore, studyInDemo } from './demo-study.ts'
import { KINDS } from './document-kinds.ts'

/** A lesson with two publications and a draft over them. */
async function rewriteLesson(tx: Db, teacher: Identity): Promise<void> {
  const id = await idOf(
    tx,
    sql`SELECT l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso
      WHERE c.clave = 'diseno-de-marca-para-emprendedores' AND l.clave = '02-el-nombre-y-la-voz'`,
  )
  const objeto = `leccion:${id}`
  const write = async (paragraph: string) => {
    const { documento, version } = await readDocument(tx, KINDS, teacher, objeto)
    const contenido = `${documento.contenido}<p>${paragraph}</p>`
    return saveDraft(tx, KINDS, teacher, objeto, { documento: { ...documento, contenido }, version })
  }
  for (const [paragraph, nota] of [
    ['Prueba tu nombre por teléfono: si tienes que deletrearlo, busca otro.', 'Consejo para probar el nombre'],
    ['Y pide que te lo repitan al día siguiente.', 'Una frase más'],
  ] as const) {
    const { version } = await write(paragraph)
    const request = { documentos: [{ objeto, version }], acepta_avisos: true, nota, ensayo: false }
    await publishDrafts(tx, KINDS, teacher, request)
  }
  await write('Para la próxima clase, trae tres nombres que hayas descartado y cuéntanos por qué.')
}

/** A course that is not published yet, in the hands of the other teacher. */
async function planCourse(tx: Db, admin: Identity): Promise<void> {
  const envio = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const { id } = await createCourse(tx, admin, {
    nombre: 'Sonido para animación',
    categoria: 'Animación y 3D',
    nivel: 'Intermedio',
    envio: envio(1),
  })
  const [module] = await createModules(tx, admin, id, { nombres: ['Escuchar antes de grabar'], envio: envio(2) })
  const nombres = ['Qué suena en una habitación vacía', 'Pasos, telas y objetos']
  const lessons = await createLessons(tx, admin, module?.id ?? 0, { nombres, envio: envio(3) })
  const { id: marco } = await person(tx, 'marco.salazar@demo.pe', 'docente')
  await saveTeachers(tx, admin, id, { docentes: [marco], version: 1 })
  const { documento, version } = await readDocument(tx, KINDS, admin, `curso:${id}`)
  const [cover] = await query<{ imagen: string }>(
    tx,
    sql`SELECT imagen FROM cursos WHERE clave = 'produccion-de-podcast'`,
  )
  const card = { ...documento, imagen: cover?.imagen, imagen_alt: 'Un micrófono frente a una ventana' }
  await writeCourses(tx, [{ id, documento: card as never, mostrar: false }])
  const text = {
    ...card,
    descripcion: '<p>Graba, ordena y mezcla los sonidos de un corto con lo que hay en casa.</p>',
    horas: 6,
    aprenderas: ['Grabar efectos con un celular', 'Ordenar una biblioteca de sonidos'],
    modulos: [{ id: module?.id, nombre: module?.nombre, horas: 3, lecciones: lessons.map((lesson) => lesson.id) }],
  }
  await saveDraft(tx, KINDS, admin, `curso:${id}`, { documento: text, version })
}

/** What the demo's people did in the last weeks, and what the staff of its main brand have under way. */
export async function liveTwoMonths(tx: Db, config: Config): Promise<void> {
  await enrolledBefore(tx)
  await sellInDemo(tx, config)
  await studyInDemo(tx)
  const teacher = await person(tx, 'docente@demo.pe', 'docente')
  await takeExams(tx, teacher)
  await as(teacher, () => rewriteLesson(tx, teacher))
  const admin = await person(tx, 'admin@demo.pe', 'marca')
  await as(admin, () => planCourse(tx, admin))
  await askInLessons(tx)
  await writeToSupport(tx)
  await complain(tx)
  // No one is written to.
  await tx.execute(sql`UPDATE notificaciones SET correo = 'no' WHERE correo = 'pendiente'`)
}
