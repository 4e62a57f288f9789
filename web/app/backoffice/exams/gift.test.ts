import type { EvaluationDocument, QuestionPart } from '@campus/contract/documents/evaluation'
import { plainText } from '@campus/contract/plain-text'
import { describe, expect, it } from 'vitest'
import { readGift } from './gift'
import { newQuestion } from './questions'

const EXAM: EvaluationDocument = {
  nombre: 'Examen del módulo 1',
  id_modulo: 1,
  modelo: 'examen',
  intentos: 2,
  duracion: 30,
  fecha_apertura: null,
  fecha_cierre: null,
  instrucciones: '',
  visible: true,
  preguntas: [],
}
const read = (text: string, document = EXAM) => readGift(text, document, plainText)

/** What a question asks and its key, without ids. */
function keyOf(question: QuestionPart | undefined) {
  if (!question) return undefined
  const { tipo_pregunta: kind, pregunta } = question
  if (question.tipo_pregunta === 4) return { kind, pregunta, aceptadas: question.aceptadas }
  if (question.tipo_pregunta === 5) return { kind, pregunta, numero: question.numero }
  if (question.tipo_pregunta === 6)
    return { kind, pregunta, pares: question.pares, distractores: question.distractores }
  if (question.tipo_pregunta === 2) return { kind, pregunta }
  return {
    kind,
    pregunta,
    opciones: question.opciones.map(({ opcion, correcta }) => (correcta ? `+${opcion}` : opcion)),
  }
}

describe('a question in GIFT becomes one of the six kinds', () => {
  it.each([
    ['¿Capital? {=Lima ~Cusco}', { kind: 1, pregunta: '¿Capital?', opciones: ['+Lima', 'Cusco'] }],
    ['::Título:: ¿Capital? {~Cusco =Lima}', { kind: 1, pregunta: '¿Capital?', opciones: ['Cusco', '+Lima'] }],
    [
      'La capital es {=Lima ~Cusco}, sí.',
      { kind: 1, pregunta: 'La capital es _____, sí.', opciones: ['+Lima', 'Cusco'] },
    ],
    ['Sale por el este. {T}', { kind: 1, pregunta: 'Sale por el este.', opciones: ['+Verdadero', 'Falso'] }],
    ['Sale por el oeste. {FALSE}', { kind: 1, pregunta: 'Sale por el oeste.', opciones: ['Verdadero', '+Falso'] }],
    ['¿Pares? {~%50%2 ~%50%4 ~%-100%3}', { kind: 3, pregunta: '¿Pares?', opciones: ['+2', '+4', '3'] }],
    [
      '¿Tercios? {~%33.333%a ~%33.333%b ~%33.333%c ~d}',
      { kind: 3, pregunta: '¿Tercios?', opciones: ['+a', '+b', '+c', 'd'] },
    ],
    ['¿Quién? {=José =%100%Pepe}', { kind: 4, pregunta: '¿Quién?', aceptadas: ['José', 'Pepe'] }],
    ['¿Pi? {#3.14:0.01}', { kind: 5, pregunta: '¿Pi?', numero: { modo: 'valor', valor: 3.14, tolerancia: 0.01 } }],
    ['¿Dos? {#2}', { kind: 5, pregunta: '¿Dos?', numero: { modo: 'valor', valor: 2, tolerancia: null } }],
    ['¿Entre? {#1..5}', { kind: 5, pregunta: '¿Entre?', numero: { modo: 'rango', desde: 1, hasta: 5 } }],
    [
      'Une. {=Perú -> Lima =Chile -> Santiago = -> Quito}',
      {
        kind: 6,
        pregunta: 'Une.',
        pares: [
          { izquierda: 'Perú', derecha: 'Lima' },
          { izquierda: 'Chile', derecha: 'Santiago' },
        ],
        distractores: ['Quito'],
      },
    ],
    ['Explica. {}', { kind: 2, pregunta: 'Explica.' }],
    ['Escapes \\{a\\=b\\} {=x\\~y ~z}', { kind: 1, pregunta: 'Escapes {a=b}', opciones: ['+x~y', 'z'] }],
    ['[html]<p>¿<b>Uno</b>?</p> {=s&\\#237; ~no}', { kind: 1, pregunta: '¿Uno?', opciones: ['+sí', 'no'] }],
  ])('%s', (text, expected) => {
    const { questions, left, notes } = read(`// un comentario\n${text}`)
    expect(keyOf(questions[0])).toEqual(expected)
    expect({ left, notes }).toEqual({ left: [], notes: [] })
  })

  it('keeps the feedback as explanation and the value of the last question', () => {
    const document = { ...EXAM, preguntas: [newQuestion(2, 2.5)] }
    const { questions } = read('¿Capital? {=Lima#Claro ~Cusco#Fue la de los incas ####Se vio en clase}', document)
    expect(questions[0]).toMatchObject({
      valor: 2.5,
      explicacion: 'Se vio en clase\nLima: Claro\nCusco: Fue la de los incas',
    })
  })
})

describe('what changes on the way is said', () => {
  it.each([
    ['¿Pares? {~%70%2 ~%30%4 ~3}', 'Las opciones correctas valen lo mismo: sus pesos no se traen.'],
    ['¿Casi? {=Lima ~%50%Callao ~Cusco}', 'Las respuestas que daban parte del valor no se traen como correctas.'],
    ['¿Quién? {=José =%50%Pepe}', 'Las respuestas que daban parte del valor no se traen como correctas.'],
    ['¿Cuánto? {#=10:1 =%50%12:3}', 'Solo se trae la primera respuesta que da todo el valor.'],
    ['[html]<img src\\="a.png">¿Qué es? {=Sol ~Luna}', 'Su imagen no se trae: súbela en la pregunta.'],
  ])('%s', (text, reason) => {
    const { questions, notes, left } = read(text)
    expect([questions.length, left.length]).toEqual([1, 0])
    expect(notes).toEqual([{ line: 1, text, reason }])
  })
})

describe('what cannot be taken stays with its line and reason', () => {
  it.each([
    ['$CATEGORY: Geografía', 'Una evaluación no tiene categorías.'],
    ['Solo un texto', 'Es un texto sin respuesta: le faltan las llaves { }.'],
    ['¿Mal? {=a ~b', 'No se entiende cerca de la línea 3.'],
    ['¿Pesos? {~%x%a ~b}', 'No se entiende cerca de la línea 3.'],
    ['¿Iguales? {=a ~a}', 'Hay dos opciones iguales.'],
    ['¿Sin clave? {~a ~b}', 'Marca la respuesta correcta.'],
    [`¿Once? {=1 ${'234567890a'.replace(/./g, '~x$& ')}}`, 'Una pregunta puede tener hasta 10 opciones.'],
  ])('%s', (text, reason) => {
    const { questions, left } = read(`¿Bien? {T}\n\n${text}\n\n¿También? {F}`)
    expect(questions.map(({ pregunta }) => pregunta)).toEqual(['¿Bien?', '¿También?'])
    expect(left).toEqual([{ line: 3, text, reason }])
  })

  it('stops at 200 questions, and a survey has no short answers', () => {
    const preguntas = Array.from({ length: 199 }, () => newQuestion(2, 1))
    const { questions, left } = read('¿Una? {T}\n\n¿Dos? {T}', { ...EXAM, preguntas })
    expect(questions).toHaveLength(1)
    expect(left).toEqual([{ line: 3, text: '¿Dos? {T}', reason: 'Una evaluación lleva hasta 200 preguntas.' }])
    const survey: EvaluationDocument = { ...EXAM, modelo: 'encuesta' }
    expect(read('¿Te gustó? {~Sí ~No}\n\n¿Quién? {=José}', survey)).toMatchObject({
      questions: [{ tipo_pregunta: 1, valor: 0 }],
      left: [{ line: 3, reason: 'Una encuesta solo lleva preguntas de una o varias respuestas, o abiertas.' }],
    })
  })
})
