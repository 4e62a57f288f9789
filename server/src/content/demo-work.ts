import type { Answer } from '@campus/contract/exams'
import { OPEN } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { KINDS } from '../document-kinds.ts'
import { createCourse, createLessons, createModules } from '../features/catalogue/creating.ts'
import { saveTeachers } from '../features/catalogue/records.ts'
import { writeCourses } from '../features/catalogue/write-courses.ts'
import { readDocument, saveDraft } from '../features/documents/drafts.ts'
import { publishDrafts } from '../features/documents/publishing.ts'
import { saveAnswers } from '../features/exams/answers.ts'
import { ensureDetail, startAttempt } from '../features/exams/attempts.ts'
import { openAttempt } from '../features/exams/closing.ts'
import type { FrozenQuestion } from '../features/exams/exams.tables.ts'
import { giveExtras } from '../features/exams/extras.ts'
import { gradeAnswer } from '../features/exams/grading.ts'
import { submitAttempt } from '../features/exams/submission.ts'
import type { Db } from '../platform/db/database.ts'
import { query } from '../platform/db/query.ts'
import type { Identity } from '../platform/http/http.ts'
import { onBehalfOf } from '../platform/http/requests.ts'

const BRAND = 2

async function idOf(tx: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await query<{ id: number }>(tx, statement)
  if (!row) throw new Error('the demo lacks what its staff work on')
  return row.id
}

const TYPES = { docente: 'Docente', marca: 'Administrador' } as const

async function person(tx: Db, correo: string, role?: 'docente' | 'marca'): Promise<Identity> {
  const id = await idOf(tx, sql`SELECT id FROM usuarios WHERE correo = ${correo}`)
  const tipo_cliente = role ? TYPES[role] : 'Alumno'
  return { id, id_cliente: BRAND, tipo_cliente, roles: role ? [role] : [], id_acceso: 0 }
}

/** The audit log says who did it. */
const as = <T>(who: Identity, work: () => T): T => onBehalfOf('demo', work, who)

const TAKES: { correo: string; dias: number; sabe: boolean; abiertas: [string, string]; puntos: number[] }[] = [
  {
    correo: 'killari.mamani@alumnos.demo.pe',
    dias: 4,
    sabe: true,
    abiertas: [
      'En el prólogo de Tears of Steel, ella quiere que él la acepte con su brazo de metal y él quiere irse al espacio. El obstáculo es el miedo de él. Al final de la escena ya no se miran.',
      'Plano general del puente vacío, para que se sienta la distancia. Plano medio de la niña que corre. Primer plano de su cara al ver la mochila. Plano detalle de la carta mojada.',
    ],
    puntos: [],
  },
  {
    correo: 'fiorella.caceres@alumnos.demo.pe',
    dias: 2,
    sabe: true,
    abiertas: [
      'Sintel quiere recuperar a su dragón y el anciano quiere que descanse. La herida se lo impide. Cambia que ella decide contar su historia.',
      'Empiezo con un plano detalle de las manos que amasan, luego un plano medio del panadero, un plano general de la cola en la calle y el primer plano del último pan.',
    ],
    puntos: [13],
  },
  {
    correo: 'daniela.quiroz@alumnos.demo.pe',
    dias: 9,
    sabe: false,
    abiertas: [
      'Los dos personajes pelean y al final uno gana.',
      'Un plano general de la ciudad y después los personajes.',
    ],
    puntos: [5, 4],
  },
]

/** Right, or for who does not know, empty. */
function answerTo(question: FrozenQuestion, sabe: boolean, texts: string[]): Partial<Answer> {
  if (question.tipo_pregunta === OPEN) return { respuesta: texts.shift() ?? '' }
  const right = question.opciones.filter(({ condicion }) => condicion === sabe).map(({ id }) => id)
  if (question.tipo_pregunta === 1) return { respuesta: String(right[0]) }
  if (question.tipo_pregunta === 3) return { seleccion: right }
  const key = question.clave
  if (!key || !sabe) return question.tipo_pregunta === 6 ? { parejas: [] } : { respuesta: '0' }
  if ('textos' in key) return { respuesta: key.textos[0] }
  if ('parejas' in key) return { parejas: key.parejas.map((derecha, izquierda) => ({ izquierda, derecha })) }
  return { respuesta: String('valor' in key ? key.valor : key.desde) }
}

async function take(tx: Db, exam: number, teacher: Identity, given: (typeof TAKES)[number]): Promise<void> {
  const student = await person(tx, given.correo)
  const { detail } = await ensureDetail(tx, student, exam)
  await as(student, () => startAttempt(tx, student, detail.id))
  const open = await openAttempt(tx, detail.id)
  if (!open) throw new Error('the attempt did not begin')
  const texts = [...given.abiertas]
  const inOrder = open.preguntas.toSorted((a, b) => a.id - b.id)
  const answers = inOrder.map((question) => {
    const answer = answerTo(question, given.sabe, texts)
    return { ...answer, id_detalle_evaluacion: detail.id, id_pregunta: question.id, secuencia: 1 }
  })
  await saveAnswers(tx, student, answers)
  await as(student, () => submitAttempt(tx, student, detail.id))
  await tx.execute(sql`UPDATE intentos_evaluacion SET inicio = inicio - make_interval(days => ${given.dias}),
    enviado_en = enviado_en - make_interval(days => ${given.dias}) WHERE id = ${open.id}`)
  const waiting = await query<{ id: number; version: number }>(
    tx,
    sql`SELECT r.id, r.version FROM respuestas r JOIN preguntas p ON p.id = r.id_pregunta AND p.tipo_pregunta = ${OPEN}
      WHERE r.id_intento = ${open.id} ORDER BY p.id`,
  )
  for (const [at, puntos] of given.puntos.entries()) {
    const { id, version } = waiting[at] ?? { id: 0, version: 0 }
    const comentario = 'Vas bien encaminado: nombra el obstáculo y di qué cambia en la escena.'
    await as(teacher, () => gradeAnswer(tx, teacher, id, { puntos, comentario, version }))
  }
}

/** Attempts with answers that wait for a teacher, and one graded whose student got another chance. */
async function takeExams(tx: Db, teacher: Identity): Promise<void> {
  const exam = await idOf(
    tx,
    sql`SELECT e.id FROM evaluaciones e JOIN modulos m ON m.id = e.id_modulo JOIN cursos c ON c.id = e.id_curso
      WHERE c.clave = 'guion-y-narrativa-audiovisual' AND m.clave = '03-del-papel-a-la-pantalla' AND e.clave = 'examen'`,
  )
  for (const given of TAKES) await take(tx, exam, teacher, given)
  const { id: alumno } = await person(tx, 'daniela.quiroz@alumnos.demo.pe')
  const motivo = 'Rindió el examen con la conexión cortada.'
  const extras = { intentos: 1, minutos: 10, cierre: null, motivo, version: 0, abiertos: false }
  await as(teacher, () => giveExtras(tx, teacher, { id: exam, alumno }, extras))
}

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
    const wish = { documentos: [{ objeto, version }], acepta_avisos: true, nota, ensayo: false }
    await publishDrafts(tx, KINDS, teacher, wish)
  }
  await write('Para la próxima clase, trae tres nombres que hayas descartado y cuéntanos por qué.')
}

/** A course that is not published yet, in the hands of the other teacher. */
async function planCourse(tx: Db, admin: Identity): Promise<void> {
  const id_categoria = await idOf(
    tx,
    sql`SELECT id FROM categorias WHERE id_cliente = ${BRAND} AND estado = 1 ORDER BY orden LIMIT 1`,
  )
  const envio = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const { id } = await createCourse(tx, admin, {
    nombre: 'Sonido para animación',
    id_categoria,
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

/** What the staff of the demo's main brand have under way. */
export async function workAsStaff(tx: Db): Promise<void> {
  const teacher = await person(tx, 'docente@demo.pe', 'docente')
  await takeExams(tx, teacher)
  await as(teacher, () => rewriteLesson(tx, teacher))
  const admin = await person(tx, 'admin@demo.pe', 'marca')
  await as(admin, () => planCourse(tx, admin))
  // Nobody is written to.
  await tx.execute(sql`UPDATE notificaciones SET correo = 'no' WHERE correo = 'pendiente'`)
}
