import { ComplaintBody } from '@campus/contract/complaints'
import { COMPLAINT_DAYS } from '@campus/contract/rules'
import type { SupportTopic } from '@campus/contract/support-topics'
import { sql } from 'drizzle-orm'
import { publishComment } from '../features/comments/comments.ts'
import { businessDaysAfter } from '../features/complaints/business-days.ts'
import { writeSheet } from '../features/complaints/complaints.ts'
import { answerTicket, writeTicket } from '../features/support/support.ts'
import type { Db } from '../platform/db/database.ts'
import { todayInLima } from './dates.ts'
import { as, BRAND, backdate, idOf, person } from './demo-people.ts'

type Message = { correo: string; dias: number; tema: SupportTopic; mensaje: string; respuesta?: string; cerrado?: true }

/** In the order of their numbers. */
const MESSAGES: readonly Message[] = [
  {
    correo: 'camila.rojas@alumnos.demo.pe',
    dias: 12,
    tema: 'cuenta',
    mensaje: 'Cambié de celular y ya no recibo los avisos de las clases. ¿Dónde los vuelvo a activar?',
    respuesta: 'Hola, Camila. Entra a Notificaciones, abre Preferencias y marca los de las clases en vivo.',
    cerrado: true,
  },
  {
    correo: 'joaquin.benites@alumnos.demo.pe',
    dias: 6,
    tema: 'pago',
    mensaje: 'Pagué el curso de pódcast con la tarjeta de mi empresa. ¿Puedo pedir la factura a su nombre?',
    respuesta:
      'Hola, Joaquín. Sí: escríbenos el RUC y la razón social a hola@qhapaq.demo.pe y te la enviamos el mismo día.',
  },
  {
    correo: 'alumna@demo.pe',
    dias: 5,
    tema: 'evaluacion',
    mensaje: '¿Mi certificado de Diseño de marca sirve para sustentar horas de capacitación en mi trabajo?',
    respuesta:
      'Hola, Lucía. Sí: dice las horas y cualquiera puede comprobar su código en línea. Descárgalo en Mis certificados.',
  },
  {
    correo: 'alumno@demo.pe',
    dias: 4,
    tema: 'curso',
    mensaje:
      'En la segunda lección del curso de Blender el video se detiene en el minuto 3. Probé en dos navegadores y en el celular, y siempre en el mismo punto.',
  },
]

/** One without an answer for days, the others answered, the oldest closed. */
export async function writeToSupport(tx: Db): Promise<void> {
  const staff = await person(tx, 'soporte@demo.pe', 'soporte')
  for (const { correo, dias, tema, mensaje, respuesta, cerrado } of MESSAGES) {
    const student = await person(tx, correo)
    const { id } = await as(student, () => writeTicket(tx, student, { tema, mensaje }))
    await backdate(tx, dias)
    if (respuesta) await as(staff, () => answerTicket(tx, staff, id, respuesta))
    if (cerrado) await tx.execute(sql`UPDATE tickets_soporte SET estado = 'cerrado' WHERE id = ${id}`)
    await backdate(tx, dias - 1)
  }
}

const QUESTIONS = [
  {
    correo: 'laura.restrepo@alumnos.demo.pe',
    dias: 2,
    leccion: '02-genero-y-tono',
    comentario:
      'Si mi corto empieza como comedia y termina triste, ¿tengo que avisar el cambio desde el primer minuto?',
  },
  {
    correo: 'isidora.sepulveda@alumnos.demo.pe',
    dias: 1,
    leccion: '02-fotogramas-clave-y-curvas',
    comentario: 'Mi pelota flota un poco antes de caer aunque la curva se ve bien. ¿Qué tangente reviso primero?',
  },
]

/** Questions in lessons that wait for an answer. */
export async function askInLessons(tx: Db): Promise<void> {
  for (const { correo, dias, leccion, comentario } of QUESTIONS) {
    const student = await person(tx, correo)
    const id_leccion = await idOf(
      tx,
      sql`SELECT l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN matriculas x ON x.id_curso = m.id_curso
        WHERE l.clave = ${leccion} AND x.id_usuario = ${student.id}`,
    )
    await as(student, () => publishComment(tx, student, { id_leccion, comentario }))
    await backdate(tx, dias)
  }
}

const DAYS_LEFT = 2
const DAY_MS = 86_400_000

/** The latest day whose sheet is due in {@link DAYS_LEFT} business days. */
function dayOfComplaint(): string {
  const due = businessDaysAfter(todayInLima(), DAYS_LEFT)
  let day = todayInLima()
  while (businessDaysAfter(day, COMPLAINT_DAYS) > due)
    day = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
  return day
}

/** A sheet whose term is almost over. */
export async function complain(tx: Db): Promise<void> {
  const body = ComplaintBody.parse({
    envio: '00000000-0000-4000-8000-000000000009',
    nombres: 'Valentina',
    apellidos: 'Rengifo Pinedo',
    tipo_documento: 'DNI',
    numero_documento: '70000951',
    domicilio: 'Jr. Napo 455, Iquitos',
    telefono: '+51 900 000 951',
    correo: 'valentina.rengifo@correo.demo.pe',
    menor: true,
    apoderado: 'Rocío Pinedo Tang',
    bien: 'servicio',
    bien_descripcion: 'Curso «Producción de pódcast»',
    monto: 149,
    tipo: 'reclamo',
    detalle:
      'Pagué el curso el primer día del mes y la clase en vivo del sábado se cortó a los veinte minutos. Escribí al correo de la academia y no me respondieron.',
    pedido: 'Que repitan la clase o que me devuelvan lo que pagué.',
    canal_respuesta: 'correo',
    conforme: true,
  })
  await writeSheet(tx, BRAND, body, { copia: false, dia: dayOfComplaint() })
}
