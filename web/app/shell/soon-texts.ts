/** What a screen that does not exist yet will be; `law` when the academy must be reachable for it meanwhile. */
export type Soon = { title: string; text: string; contact?: boolean }

const SOON: [path: RegExp, soon: Soon][] = [
  [/^\/referidos/, { title: 'Referidos', text: 'Aquí crearás tu código para invitar a tus amigos.' }],
  [/^\/prompt/, { title: 'Generador de prompts', text: 'Aquí crearás prompts para tus artículos.' }],
]

/** What stands at a path that a later version builds. */
export function soonOf(path: string): Soon {
  return (
    SOON.find(([pattern]) => pattern.test(path))?.[1] ?? {
      title: 'Muy pronto',
      text: 'Estamos preparando esta página.',
    }
  )
}
