import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { slugOf } from '@campus/contract/settings'
import { z } from 'zod'
import { TEMPLATE } from './sample.ts'

const BRAND = 'mi-academia'
const NAME = 'Mi academia'
/** Reserved: no mail reaches it. */
const DOMAIN = `${BRAND}.example`
const MAIL = `tu-correo@${DOMAIN}`

/** A folder or an option that cannot be used; the message is shown to the operator. */
export class NewError extends Error {}

/** `taller-sol` is *Taller sol*. */
function nameOf(folder: string): string {
  const words = basename(folder)
    .replace(/[-_.]+/g, ' ')
    .trim()
  return words === '' ? NAME : words[0]?.toLocaleUpperCase('es') + words.slice(1)
}

function change(file: string, changes: [from: string, to: string][]): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of changes) text = text.replaceAll(from, () => to)
  writeFileSync(file, text)
}

function copy(folder: string): void {
  try {
    cpSync(TEMPLATE, folder, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new NewError(`No se puede escribir en ${folder} (${code}): elige otra carpeta.`, { cause: error })
  }
}

/**
 * Writes the academy of the template: one brand, its administrator and a course. Returns its folder, the brand's slug and the
 * administrator's mail.
 * @throws NewError
 */
export function newAcademy(target: string, { nombre, correo }: { nombre?: string; correo?: string }) {
  const folder = resolve(target)
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw new NewError(`${folder} ya tiene algo adentro: elige otra carpeta, nada se escribió.`)
  if (correo !== undefined && !z.email().safeParse(correo).success) throw new NewError(`«${correo}» no es un correo.`)
  const name = nombre?.trim() || nameOf(folder)
  const slug = slugOf(name)
  copy(folder)
  if (slug !== BRAND) renameSync(join(folder, BRAND), join(folder, slug))
  change(join(folder, slug, 'marca.yaml'), [[`nombre: ${NAME}`, `nombre: ${JSON.stringify(name)}`]])
  const domain: [string, string] = [DOMAIN, `${slug}.example`]
  change(join(folder, slug, 'cursos/curso-de-ejemplo/curso.md'), [domain])
  const own: [string, string][] = correo === undefined ? [] : [[MAIL, correo.toLowerCase()]]
  change(join(folder, 'personas.yaml'), [[`marca: ${BRAND}`, `marca: ${slug}`], ...own, domain])
  return { folder, correo: correo?.toLowerCase() ?? MAIL.replace(...domain), slug }
}
