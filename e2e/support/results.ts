import type { SurveyResults } from '../../contract/src/exams.ts'
import type { QuestionReport, ReportedQuestion } from '../../contract/src/question-report.ts'
import { DATA, type Screen, showing } from './screen.ts'

const ADMIN = 'admin@demo.pe' as const

type Option = [opcion: string, cuenta: number, mejores: number, menores: number]

const options = (right: number[], ...all: Option[]): ReportedQuestion['opciones'] =>
  all.map(([opcion, cuenta, mejores, menores], at) => ({
    ...{ id: at + 1, opcion, cuenta, mejores, menores, vistas: 48, condicion: right.includes(at) },
  }))

const question = (id: number, pregunta: string, rest: Partial<ReportedQuestion>): ReportedQuestion => ({
  ...{ id, pregunta, tipo_pregunta: 1, valor: 10, imagen: null, imagen_alt: null, intentos: 48, blancos: 0 },
  ...{ dificultad: 0.71, discriminacion: 0.42, avisos: [], opciones: [], dadas: [], parejas: [] },
  ...{ mejores: { intentos: 13, aciertos: 12 }, menores: { intentos: 13, aciertos: 5 } },
  ...rest,
})

const REPORT: QuestionReport = {
  intentos: 48,
  aprobados: 33,
  promedio: 66.4,
  tramos: [0, 1, 2, 3, 4, 5, 9, 12, 8, 4],
  preguntas: [
    question(1, '¿Qué plano muestra al personaje de la cabeza a los pies?', {
      opciones: options(
        [1],
        ['Primer plano', 6, 0, 4],
        ['Plano general', 34, 12, 5],
        ['Plano detalle', 8, 1, 4],
        ['Plano medio', 0, 0, 0],
      ),
      avisos: ['distractor_sin_uso'],
    }),
    question(2, 'Si la luz viene de la ventana, ¿dónde pones el rebotador?', {
      ...{ dificultad: 0.31, discriminacion: -0.18, blancos: 3, avisos: ['revisa_clave'] },
      ...{ mejores: { intentos: 13, aciertos: 2 }, menores: { intentos: 13, aciertos: 6 } },
      opciones: options([0], ['Junto a la ventana', 15, 2, 6], ['Frente a la ventana', 30, 11, 5]),
    }),
    question(3, 'Marca lo que lleva un guion técnico.', {
      ...{ tipo_pregunta: 3, dificultad: 0.64 },
      opciones: options([0, 1], ['Número de plano', 41, 13, 9], ['Encuadre', 38, 13, 7], ['Presupuesto', 11, 1, 6]),
    }),
    question(4, '¿Cómo se llama el documento que resume la historia en una página?', {
      ...{ tipo_pregunta: 4, dificultad: 0.77, discriminacion: 0.21 },
      dadas: [
        { respuesta: 'Sinopsis', cuenta: 37, acierta: true },
        { respuesta: 'Resumen', cuenta: 7, acierta: false },
        { respuesta: 'Escaleta', cuenta: 3, acierta: false },
      ],
    }),
    question(5, '¿Cuántos fotogramas por segundo tiene el cine?', {
      ...{ tipo_pregunta: 5, dificultad: 0.96, discriminacion: 0.04, avisos: ['no_distingue', 'muy_facil'] },
      dadas: [
        { respuesta: '24', cuenta: 46, acierta: true },
        { respuesta: '30', cuenta: 2, acierta: false },
      ],
    }),
    question(6, 'Une cada oficio con lo que hace.', {
      ...{ tipo_pregunta: 6, dificultad: 0.22, discriminacion: 0.35, avisos: ['muy_dificil'] },
      parejas: [
        { izquierda: 'Dirección de fotografía', derecha: 'Decide la luz', intentos: 48, aciertos: 21 },
        { izquierda: 'Script', derecha: 'Cuida la continuidad', intentos: 48, aciertos: 8 },
      ],
    }),
    question(7, 'Cuenta en un párrafo qué cambiarías de la escena del puente.', {
      ...{ tipo_pregunta: 2, valor: 1, dificultad: 0.58, discriminacion: 0.5, blancos: 2 },
    }),
    question(8, '¿Qué micrófono usarías en la calle?', {
      ...{ intentos: 0, dificultad: null, discriminacion: null, mejores: null, menores: null },
    }),
  ],
}

const SURVEY: SurveyResults = {
  ...{ id: 1, nombre: '¿Qué te pareció?', respondieron: 25 },
  preguntas: [
    {
      ...{ id: 1, pregunta: '¿Recomendarías este curso?', tipo_pregunta: 1, respuestas: [] },
      opciones: ['Sí, ya lo hice', 'Sí', 'Tal vez', 'No'].map((opcion, at) => ({
        ...{ id: at + 1, opcion, cuenta: [9, 11, 4, 1][at] ?? 0 },
      })),
    },
    {
      ...{ id: 2, pregunta: '¿Qué te sirvió más?', tipo_pregunta: 3, respuestas: [] },
      opciones: ['Los videos', 'Los materiales', 'Las clases en vivo'].map((opcion, at) => ({
        ...{ id: at + 1, opcion, cuenta: [22, 13, 17][at] ?? 0 },
      })),
    },
    {
      ...{ id: 3, pregunta: '¿Qué mejorarías?', tipo_pregunta: 2, opciones: [] },
      respuestas: Array.from({ length: 4 }, () => [
        'Más ejercicios con correcciones. Los videos están muy claros.',
        'Que las clases en vivo queden grabadas el mismo día, porque trabajo hasta tarde.',
        'Nada, estuvo muy bueno.',
      ]).flat(),
    },
  ],
}

/** What an exam and a survey tell their teachers. */
export const RESULT_SCREENS: readonly Screen[] = [
  {
    name: 'gestion-resultados',
    path: ({ otroExamen }) => `/gestion/evaluaciones/${otroExamen}/resultados`,
    viewer: ADMIN,
    faces: DATA,
    act: showing(/\/api\/gestion\/evaluaciones\/\d+\/preguntas/, REPORT, 'Revisa la clave'),
  },
  {
    name: 'gestion-resultados-pocos',
    path: ({ otroExamen }) => `/gestion/evaluaciones/${otroExamen}/resultados?orden=revisar`,
    viewer: ADMIN,
  },
  {
    name: 'gestion-resultados-encuesta',
    path: ({ encuesta }) => `/gestion/evaluaciones/${encuesta}/resultados`,
    viewer: ADMIN,
    faces: DATA,
    act: showing(/\/api\/encuestas\/\d+\/resultados/, SURVEY, '25 respondieron'),
  },
  {
    name: 'gestion-resultados-encuesta-nada',
    path: ({ encuesta }) => `/gestion/evaluaciones/${encuesta}/resultados`,
    viewer: ADMIN,
  },
]
