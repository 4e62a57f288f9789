import { type ComponentType, use } from 'react'
import { DocumentScriptsContext } from '../lib/waiting-scripts'

type IslandProps<Props> = { name: string; part: ComponentType<Props>; props: Props }

/**
 * A part of a public page that needs scripts. With the router it is drawn as any other; on a guest's page it wakes by itself
 * (islands.tsx), so it uses lib/way.tsx instead of the router, and no `useId` for what is named again later: ids depend on the page around
 * it. Its module is `<name>.island.tsx`, its properties are JSON.
 */
export function Island<Props extends object>({ name, part: Part, props }: IslandProps<Props>) {
  const scripts = use(DocumentScriptsContext)
  const files = typeof scripts === 'object' ? scripts.islands.get(name)?.scripts.join(' ') : undefined
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-files={files} suppressHydrationWarning>
      <Part {...props} />
    </div>
  )
}
