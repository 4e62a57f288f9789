import { describe, expect, it } from 'vitest'
import { questionsOf, withAnchors } from './outline'

describe('withAnchors', () => {
  it('gives every heading its own id, without accents', () => {
    const { html, outline } = withAnchors(
      '<p>a</p><h2>¿Cómo <em>pedirlo</em>?</h2><h3>Plazo &amp; año</h3><h2>Cómo pedirlo</h2><h4>No</h4><h2>¡!</h2>',
    )
    expect(outline).toEqual([
      { id: 'como-pedirlo', text: '¿Cómo pedirlo?', level: 2 },
      { id: 'plazo-ano', text: 'Plazo & año', level: 3 },
      { id: 'como-pedirlo-2', text: 'Cómo pedirlo', level: 2 },
      { id: 'seccion', text: '¡!', level: 2 },
    ])
    expect(html).toBe(
      '<p>a</p><h2 id="como-pedirlo" tabindex="-1">¿Cómo <em>pedirlo</em>?</h2><h3 id="plazo-ano" tabindex="-1">Plazo &amp; año</h3>' +
        '<h2 id="como-pedirlo-2" tabindex="-1">Cómo pedirlo</h2><h4>No</h4><h2 id="seccion" tabindex="-1">¡!</h2>',
    )
  })

  it('leaves a page without headings as it is', () => {
    expect(withAnchors('<p>a</p>')).toEqual({ html: '<p>a</p>', outline: [] })
  })
})

describe('questionsOf', () => {
  it('reads each heading as a question', () => {
    expect(questionsOf('<p>Hola</p><h2>¿Uno?</h2><p>1</p><ul><li>x</li></ul><h2>¿Dos?</h2>\n<p>2</p>')).toEqual({
      intro: '<p>Hola</p>',
      groups: [
        {
          id: 'preguntas',
          title: null,
          questions: [
            { id: 'uno', question: '¿Uno?', answer: '<p>1</p><ul><li>x</li></ul>' },
            { id: 'dos', question: '¿Dos?', answer: '<p>2</p>' },
          ],
        },
      ],
    })
  })

  it('reads two levels as groups and their questions', () => {
    const { groups } = questionsOf(
      '<h2>Pagos</h2><h3>¿Uno?</h3><p>1</p><h2>Vacío</h2><h2>Cursos</h2><h3>¿Dos?</h3><p>2</p>',
    )
    expect(groups.map(({ title, questions }) => [title, questions.map(({ question }) => question)])).toEqual([
      ['Pagos', ['¿Uno?']],
      ['Cursos', ['¿Dos?']],
    ])
  })

  it('finds none in a page without headings', () => {
    expect(questionsOf('<p>Pronto.</p>')).toEqual({ intro: '<p>Pronto.</p>', groups: [] })
  })
})
