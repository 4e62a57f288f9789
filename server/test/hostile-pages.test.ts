import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { cleanHtml } from '../src/kit/html/html.ts'
import type { App } from '../src/platform/http/http.ts'
import { aCourse, aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { HOSTILE } from './hostile-html.ts'
import { onOneDay } from './one-day.ts'

const t = useApp()
const BUILT = fileURLToPath(new URL('../../web/build/server/index.js', import.meta.url))

/** Tries to break out of attribute, title, script, JSON, comment, style and URL. */
const BREAKOUT = `"'>--></title></style></textarea></script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028&quot;&lt;\${alert(1)}`
/** Every attack as one line; `what` names the field. */
const attack = (what: string) => `${what}-kanari ${BREAKOUT}`
/** For fields of 80 characters. */
const shortAttack = (what: string) => `${what}-kanari "'></title><script>alert(1)</script>`
const TEXTS = HOSTILE.map(({ html }) => html.replaceAll('\0', '')).filter((html) => html.length < 2000)
const ADDRESS = 'javascript:alert(1)//"onclick=alert(1) x="'
const PICTURE = '/x.webp"onerror=alert(1) x="'

let site: App
let course: number

const LANDING = {
  bloques: [1, 2].map((n) => ({ titulo: shortAttack(`bloque${n}`), texto: attack(`bloquetexto${n}`), imagen: null })),
  testimonios: [1, 2].map((n) => ({
    texto: attack(`voz${n}`),
    autor: shortAttack(`autor${n}`),
    detalle: shortAttack(`detalle${n}`),
  })),
  valoracion: 4.5,
}
const PAGES = ['terminos', 'privacidad', 'preguntas-frecuentes', 'reembolsos']
const CODE = 'CERT-KANARIKAN'

/** Written directly to the database. */
async function aHostileAcademy() {
  const { sql } = t.database
  const made = await aCourse(t.deps.db, { nombre: attack('curso'), modules: 2, lessons: 2 })
  course = made.id
  await sql`UPDATE clientes SET nombre = ${attack('marca')}, lema = ${attack('lema')}, razon_social = ${attack('razon')},
    ruc = ${attack('ruc')}, direccion = ${attack('direccion')}, telefono = ${attack('telefono')}, correo = ${attack('correo')},
    redes = ${JSON.stringify({ facebook: ADDRESS, whatsapp: ADDRESS })}::jsonb, portada = ${JSON.stringify(LANDING)}::jsonb WHERE id = 2`
  await sql`INSERT INTO botones (id_cliente, banner_uno, link_banner_uno, boton_1, link_boton_1, boton_2, link_boton_2)
    VALUES (2, ${PICTURE}, ${ADDRESS}, ${attack('boton')}, ${ADDRESS}, 'Otro', ${attack('enlace')})`
  await sql`UPDATE categorias SET nombre = ${attack('categoria')} WHERE id_cliente = 2`
  await sql`UPDATE cursos SET descripcion = ${`<p>${attack('descripcion')}</p>${TEXTS.join('')}`},
    aprenderas = ${[attack('aprenderas'), ...TEXTS]} WHERE id = ${course}`
  await sql`UPDATE modulos SET nombre = ${attack('modulo')} WHERE id_curso = ${course}`
  await sql`UPDATE lecciones SET titulo = ${attack('leccion')} WHERE id_modulo IN (SELECT id FROM modulos WHERE id_curso = ${course})`
  const teacher = await aPerson(t.deps.db, {
    tipo_cliente: 'Docente',
    nombres: attack('docente'),
    apellidos: attack('docenteapellido'),
    profesion: attack('profesion'),
    biography: attack('biografia'),
    foto_perfil: PICTURE,
  })
  await sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${course}, ${teacher.id})`
  for (const clave of PAGES)
    await sql`INSERT INTO paginas (id_cliente, clave, titulo, markdown)
      VALUES (2, ${clave}, ${attack(`titulo${clave}`)}, ${`${attack(`texto${clave}`)}\n\n## ${attack('pregunta')}\n\n${TEXTS.join('\n\n')}`})`
  await aWinner()
  await sql`INSERT INTO premios (id_cliente, premio, puesto) VALUES (2, ${attack('premio')}, 1)`
  // Each attack names a course, on its own page of the catalogue.
  await sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, descripcion, nivel, costo_centimos, horas)
    SELECT 2, (SELECT id_categoria FROM cursos WHERE id = ${course}), 'a' || n, x, x, 'Básico', 100, 1
    FROM unnest(${TEXTS}::text[]) WITH ORDINALITY AS a (x, n)`
}

/** A student with a certificate, first of the ranking. */
async function aWinner() {
  const { sql } = t.database
  const student = await aPerson(t.deps.db, { nombres: attack('alumno'), apellidos: attack('alumnoapellido') })
  await sql`INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, modulo, nota, horas, fecha_inicio, fecha_fin)
    VALUES (${student.id}, ${course}, ${CODE}, ${attack('certalumno')}, ${attack('certcurso')}, ${attack('certmodulo')}, 90, 4, '2026-01-01', '2026-01-31')`
  await sql`INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, detalle, puntos, mes)
    VALUES (2, ${student.id}, 'examen', 'x', 'x', 90, date_trunc('month', now() AT TIME ZONE 'America/Lima')::date)`
}

beforeAll(async () => {
  if (!existsSync(BUILT)) throw new Error('web/ is not built: npm test and npm start build it')
  await onOneDay()
  await aHostileAcademy()
  site = await buildApp(t.deps, { pages: 'built' })
  await site.ready()
}, 120_000)
afterAll(() => site?.close())

const RAW = /<(script|style)\b([^<>]*)>([\s\S]*?)<\/\1>/g
const ATTRIBUTE = / ([\w:-]+)(?:="([^"<>]*)")?/g
/**
 * A piece of HTML that all parsers read alike: double-quoted attributes, text without angle brackets, React comments. Pages
 * of such pieces only are safe.
 */
const PIECE =
  /^(?:<\/[a-zA-Z][\w-]*>|<[a-zA-Z][\w-]*(?: [\w:-]+(?:="[^"<>]*")?)*(?: ?\/)?>|<!--[^<>]*-->|<!DOCTYPE html>)?[^<>]*$/
const FOREIGN_TAGS = /^<(?:base|object|embed|applet|frame|frameset|iframe|portal|math|meta http-equiv)\b/i
const ACTING = /^\s*(?:java|vb|live)script:|^\s*data:(?!image\/|,)/i

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')
const near = (text: string) => text.slice(0, 160)

/** Faults of a script or style: foreign, or with a nested one. */
function wrongInside(tag: string, attributes: string, content: string, policy: string): string[] {
  const data = /type="(?:application\/ld\+json|application\/json|text\/plain)"/.test(attributes)
  return [
    ...(tag === 'style' || policy.includes(`'sha256-${hashOf(content)}'`) || data
      ? []
      : [`a ${tag} that the policy does not name: ${near(content)}`]),
    ...(/<\/?script|<!--|<\/?style/i.test(content) ? [`${tag} that another begins in: ${near(content)}`] : []),
    ...(tag === 'style' && /kanari|alert\(1\)/.test(content) ? [`a text in a style: ${near(content)}`] : []),
  ]
}

const acts = (name: string, value: string) =>
  /^on|^srcdoc$/i.test(name) ||
  (/^(?:href|src|action|formaction|poster|srcset|xlink:href|content)$/.test(name) && ACTING.test(value))

function wrongIn(html: string, policy: string): string[] {
  const wrong: string[] = []
  const rest = html.replaceAll(RAW, (_, tag: string, attributes: string, content: string) => {
    wrong.push(...wrongInside(tag, attributes, content, policy))
    return ''
  })
  const pieces = rest.split(/(?=<)/)
  for (const piece of pieces) {
    if (!PIECE.test(piece)) wrong.push(`markup that is not ours: ${near(piece)}`)
    if (FOREIGN_TAGS.test(piece)) wrong.push(near(piece))
    const [tag = ''] = /^<[a-zA-Z][^<>]*>/.exec(piece) ?? []
    for (const [, name = '', value = ''] of tag.matchAll(ATTRIBUTE)) if (acts(name, value)) wrong.push(near(tag))
  }
  return wrong
}

const ask = async (url: string) => {
  await t.database.sql`DELETE FROM limites`
  const answer = await site.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'identity' } })
  return { status: answer.statusCode, html: answer.body, policy: String(answer.headers['content-security-policy']) }
}

const REFLECTED = encodeURIComponent(attack('reflejado'))
/** Pages with texts of users or academies, and the fields they must show. */
const SHOWN: [path: string, status: number, fields: string[]][] = [
  ['/', 200, ['marca', 'curso', 'bloque1', 'bloquetexto2', 'voz1', 'autor1', 'detalle2', 'docente', 'profesion']],
  ['/marcas', 200, ['marca']],
  ['/login/2', 200, ['marca']],
  ['/registro', 200, ['marca']],
  ['/cursos', 200, ['categoria', 'marca']],
  ['/detallecurso/{curso}', 200, ['curso', 'descripcion', 'aprenderas', 'modulo', 'leccion', 'docente', 'categoria']],
  ['/terminos', 200, ['tituloterminos', 'textoterminos']],
  ['/privacidad', 200, ['tituloprivacidad', 'textoprivacidad']],
  ['/reembolsos', 200, ['tituloreembolsos', 'textoreembolsos']],
  ['/preguntas-frecuentes', 200, ['textopreguntas-frecuentes', 'pregunta']],
  ['/libro-de-reclamaciones', 200, ['razon', 'ruc', 'direccion']],
  ['/premios', 200, ['alumno', 'premio']],
  [`/certificado/${CODE}`, 200, ['certalumno', 'certcurso', 'certmodulo', 'marca']],
  [`/certificado?codigo=${REFLECTED}`, 422, []],
  [`/certificado/https://campus.test/${REFLECTED}`, 404, []],
  [`/certificado/${REFLECTED}`, 404, []],
  [`/cursos?buscar=${REFLECTED}`, 200, ['reflejado']],
  // The router does not match a line break: a 404 page without data.
  [`/nada/${REFLECTED}`, 404, []],
  [`/premios?mes=${REFLECTED}`, 404, []],
  [`/pago?orden=${REFLECTED}`, 200, []],
  [`/carrito?agregar=${REFLECTED}`, 200, []],
  [`/login?redirect=${REFLECTED}`, 200, []],
  [`/login/${REFLECTED}`, 200, []],
  [`/restablecer/1?token=${REFLECTED}`, 200, []],
  [`/pasarela-de-prueba/${REFLECTED}`, 200, []],
]

describe('an academy with an attack in every text', () => {
  it.each(SHOWN.map(([path, ...rest]) => [path.slice(0, 40), path, ...rest] as const))(
    '%s is written without any of them',
    async (_name, path, status, fields) => {
      const { html, policy, ...answer } = await ask(path.replace('{curso}', String(course)))
      expect(answer.status).toBe(status)
      expect(wrongIn(html, policy)).toEqual([])
      // All must be present as text, otherwise the page proves nothing.
      const shown = html.replaceAll(RAW, '')
      expect(fields.filter((field) => !shown.includes(`${field}-kanari`))).toEqual([])
    },
  )

  it.each([
    `/certificado/${CODE}/`,
    `/certificado/${encodeURIComponent(`«${CODE.toLowerCase()}»,\u200b`)}`,
    `/certificado/https://campus.test/certificado/${CODE}`,
    `/certificado?codigo=${encodeURIComponent(`https://campus.test/certificado/${CODE}?x=1`)}`,
  ])('leads from the pasted %s to the certificate', async (url) => {
    const answer = await site.inject({ url, headers: { accept: 'text/html' } })
    expect([answer.headers.location, [301, 302].includes(answer.statusCode)]).toEqual([`/certificado/${CODE}`, true])
  })

  it('renders every page of courses named after attacks safely', async () => {
    const seen = new Set<string>()
    for (let page = 1; page <= Math.ceil((TEXTS.length + 1) / 12); page++) {
      const { html, policy, status } = await ask(`/cursos?pagina=${page}`)
      expect([page, status, wrongIn(html, policy)]).toEqual([page, 200, []])
      for (const [, id = ''] of html.replaceAll(RAW, '').matchAll(/href="\/detallecurso\/(\d+)"/g)) seen.add(id)
    }
    expect(seen.size).toBeGreaterThan(TEXTS.length)
  }, 120_000)

  it('keeps allowed markup, and nothing else', async () => {
    const { html } = await ask(`/detallecurso/${course}`)
    expect(html.replaceAll(RAW, '')).toContain('<p>descripcion-kanari')
    expect(cleanHtml(BREAKOUT)).not.toMatch(/<script|onerror/)
  })

  it('is detected by the checks themselves', () => {
    const bad = [
      '<p onclick="x">',
      '<a href="javascript:alert(1)">x</a>',
      '<script>alert(1)</script>',
      `<script>var a="</script><script>alert(1)</script>"</script>`,
      '<iframe src="/x"></iframe>',
      '<base href="/">',
      "<p title='x'>",
      '<img src=x>',
      '<p>a < b</p>',
    ]
    const policy = `script-src 'sha256-${hashOf('f()')}' 'sha256-${hashOf('var a="')}'`
    expect(bad.filter((html) => wrongIn(html, policy).length === 0)).toEqual([])
    expect(wrongIn('<!DOCTYPE html><p title="x">Hola<!-- --><br/></p><script>f()</script>', policy)).toEqual([])
  })
})
