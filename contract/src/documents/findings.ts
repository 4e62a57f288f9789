import { z } from 'zod'

/** `ruta` is a form's path such as `preguntas.2.opciones.0.opcion`. */
export const Finding = z.object({ ruta: z.string(), texto: z.string() })
export type Finding = z.infer<typeof Finding>

/** Errors block a publication; warnings can be accepted. */
export const Findings = z.object({ errores: z.array(Finding), avisos: z.array(Finding) })
export type Findings = z.infer<typeof Findings>

type Say = (when: boolean, texto: string, ...ruta: (string | number)[]) => void

export type Says = { found: Findings; wrong: Say; warn: Say }

export function findings(): Says {
  const found: Findings = { errores: [], avisos: [] }
  const into =
    (list: Finding[]): Say =>
    (when, texto, ...ruta) => {
      if (when) list.push({ ruta: ruta.join('.'), texto })
    }
  return { found, wrong: into(found.errores), warn: into(found.avisos) }
}
