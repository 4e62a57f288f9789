import { openSession } from '../server/src/features/accounts/accounts.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { aCourse, anEnrolment, aPerson } from '../server/test/builders.ts'

const COMMENTS = 1000
const NOTIFICATIONS = 5000
const COURSES = 50

/** A student with more of everything than any real one, so that nothing's cost hides behind a small table. */
export async function makeHeavyStudent(databaseUrl: string) {
  const { db, sql, close } = openDatabase(databaseUrl, { pool: 4, name: 'bench' })
  try {
    const student = await aPerson(db)
    let lesson = 0
    for (let n = 0; n < COURSES; n++) {
      const course = await aCourse(db, { modules: 3, lessons: 4, nombre: `Curso de medida ${n}` })
      await anEnrolment(db, student.id, course.id)
      lesson = course.modulos[0]?.lecciones[0]?.id ?? lesson
    }
    await sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, likes, fecha)
      SELECT 'Comentario de medida ' || n, ${student.id}, ${lesson}, 0, now() - make_interval(mins => n)
      FROM generate_series(1, ${COMMENTS}) n`
    await sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave, estado, fecha_envio)
      SELECT ${student.id}, 'Otro', 'Aviso de medida ' || n, 'medida:' || n, n % 2, now() - make_interval(mins => n)
      FROM generate_series(1, ${NOTIFICATIONS}) n`
    await sql`ANALYZE`
    return { id: student.id, lesson, token: await openSession(db, student.id, { ip: '127.0.0.1', agent: 'bench' }) }
  } finally {
    await close()
  }
}
