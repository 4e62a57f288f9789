import { z } from 'zod'

/** What a check says of one place of a document; `ruta` is a form's path such as `preguntas.2.opciones.0.opcion`. */
export const Finding = z.object({ ruta: z.string(), texto: z.string() })
export type Finding = z.infer<typeof Finding>

/** Errors block a publication; warnings are accepted. */
export const Findings = z.object({ errores: z.array(Finding), avisos: z.array(Finding) })
export type Findings = z.infer<typeof Findings>

type Say = (when: boolean, texto: string, ...ruta: (string | number)[]) => void

export type Says = { found: Findings; wrong: Say; warn: Say }

/** Collects what a check says: `wrong(isBlank(nombre), text, 'modulos', 2, 'nombre')`. */
export function findings(): Says {
  const found: Findings = { errores: [], avisos: [] }
  const into =
    (list: Finding[]): Say =>
    (when, texto, ...ruta) => {
      if (when) list.push({ ruta: ruta.join('.'), texto })
    }
  return { found, wrong: into(found.errores), warn: into(found.avisos) }
}
