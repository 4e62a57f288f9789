import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../builders.ts'
import { answersTo } from '../exams.ts'
import { freePorts } from '../free-port.ts'
import { asking } from './asking.ts'
import { tell } from './crashes.ts'
import { addNext, type Next } from './migrations.ts'
import { aFolder, ROOT, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'
import { withDatabase } from './writers.ts'

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

const PARTS = ['contract', 'server', 'scripts', 'package.json']

/** Undefined without enough history. */
function commitBefore(migration: string): string | undefined {
  try {
    const brought = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `server/migrations/${migration}.sql`)
    return brought === '' ? undefined : git('rev-parse', '--verify', '--quiet', `${brought}^`)
  } catch {
    return undefined
  }
}

function linkPackages(folder: string): void {
  const [modules, own] = [join(folder, 'node_modules'), join(folder, 'node_modules/@campus')]
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@campus') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  symlinkSync(join(folder, 'contract'), join(own, 'contract'))
  const ofServer = join(ROOT, 'server/node_modules')
  if (existsSync(ofServer)) symlinkSync(ofServer, join(folder, 'server/node_modules'))
}

/** The old sources in a folder, with the current node_modules. */
export function checkoutOf(commit: string): string {
  const folder = aFolder()
  const archive = join(folder, 'antes.tar')
  git('archive', '--output', archive, commit, ...PARTS)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  linkPackages(folder)
  return folder
}

/** This program with one more migration, as the next release. */
export function nextProgram(next: Next): string {
  const folder = aFolder()
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith('/node_modules') })
  linkPackages(folder)
  addNext(join(folder, 'server/migrations'), next)
  return folder
}

const aScene = (database: string) =>
  withDatabase(database, async ({ db }) => {
    const student = await aPerson(db)
    const course = await aCourse(db)
    await anEnrolment(db, student.id, course.id)
    const exam = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id })
    return { student, course, exam }
  })

/** The previous release runs on its schema beside the current one: it reads, posts and grades, and the current one sees it. */
export async function programOfBefore(steps: string[], { skip }: Pick<TestContext, 'skip'>): Promise<void> {
  if (steps.length === 1) return skip('the first release')
  const migration = steps.at(-1) ?? ''
  const commit = commitBefore(migration)
  if (commit === undefined) {
    tell(`the program of before ${migration}: NOT TRIED, this checkout has no history`)
    return skip('no history')
  }
  const database = await aDatabase({ migrated: true })
  const { student, course, exam } = await aScene(database)
  const [portThen = 0, portNow = 0] = await freePorts(2)
  const env = { DATABASE_URL: database, DATA_DIR: aFolder() }
  const [then, now] = [
    startProgram({ port: portThen, env, root: checkoutOf(commit) }),
    startProgram({ port: portNow, env }),
  ]
  await Promise.all([then.ready(), now.ready()])

  const { token } = await asking(then.url)('POST', '/loginalumno', { email: student.correo, password: PASSWORD })
  const [old, today] = [asking(then.url, token), asking(now.url, token)]
  for (const path of ['/inicio', `/matriculas/usuario/${student.id}`, `/modulos/curso/${course.id}`, '/cursos'])
    expect(Object.keys(await old('GET', path))).toContain('data')
  const forum = { titulo: `Foro ${randomUUID()}`, contenido: '<p>Hola</p>', tipo_foro: 'curso', id_curso: course.id }
  const { id: id_foro } = (await old('POST', '/foros', forum, 201)).data
  const posts = async () => (await today('GET', `/posts-foro?id_foro=${id_foro}`)).data.data
  expect(await posts()).toEqual([])
  const post = (await old('POST', '/posts-foro', { id_foro, contenido: '<p>Desde antes</p>' }, 201)).data
  expect(await posts()).toMatchObject([{ id: post.id, contenido: '<p>Desde antes</p>' }])

  const detail = (await old('POST', '/detalle-evaluacion', { id_evaluacion: exam.id }, 201)).data.id
  await old('POST', `/detalle-evaluacion/${detail}/intentos`)
  await old('POST', '/respuestas', answersTo(exam, detail))
  expect((await old('PUT', `/detalle-evaluacion/${detail}`, {})).data).toMatchObject({ nota: 20, aprobado: true })
  expect((await today('GET', `/detalle/usuario/${student.id}`)).data).not.toEqual([])
  expect(await then.stop(), then.log()).toBe(0)
  expect(then.log()).not.toMatch(/"level":(?:50|60)/)
  tell(`the program of ${commit.slice(0, 7)} served on the schema of ${migration}: reads, a post, an exam`)
}
