import { Input } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { MenuAct } from './act-menu'
import { moveItem } from './arrange'
import { type Fields, useBind, useField } from './findings'
import { OrderList } from './order'
import classes from './part-list.module.css'
import { PartsField, type PartsFieldProps } from './parts-field'

type PartListProps<Part> = Pick<PartsFieldProps, 'label' | 'labelHidden' | 'description' | 'add' | 'path'> & {
  parts: Part[]
  most: number
  /** What a part is called in its menu and when it moves. */
  name: (part: Part, at: number) => string
  fresh: () => Part
  onChange: (parts: Part[]) => void
  /** The fields of a part; `of` binds one by its key. */
  children: (part: Part, of: Fields<Part>, set: (part: Part) => void, at: number) => ReactNode
}

/** Names for parts, which move with them: their place is no name. */
function useNames(length: number) {
  const [names, setNames] = useState<string[]>([])
  const missing = Math.max(0, length - names.length)
  const all = [...names, ...Array.from({ length: missing }, () => crypto.randomUUID())].slice(0, length)
  if (missing > 0 || names.length > length) setNames(all)
  return [all, setNames] as const
}

/** Parts of a document with several fields each, in order. */
export function PartList<Part extends object>(props: PartListProps<Part>) {
  const { parts, most, name, fresh, onChange, children, ...words } = props
  const { label, path } = words
  const field = useField()
  const bind = useBind()
  const [names, setNames] = useNames(parts.length)
  const rows = parts.map((part, at) => ({ id: names[at] ?? '', name: name(part, at) }))
  const placeOf = (id: string) => names.indexOf(id)
  const remove = (at: number) => {
    setNames(names.filter((_, n) => n !== at))
    onChange(parts.filter((_, n) => n !== at))
  }
  return (
    <PartsField {...words} onAdd={() => onChange([...parts, fresh()])} full={parts.length >= most}>
      {parts.length > 0 && (
        <div className={classes.list}>
          <OrderList
            label={label}
            rows={rows}
            onMove={(id, { index }) => {
              const from = placeOf(id)
              setNames(moveItem(names, from, index))
              onChange(moveItem(parts, from, index))
            }}
            render={({ id }) => {
              const at = placeOf(id)
              const part = parts[at]
              if (part === undefined) return null
              const set = (next: Part) => onChange(parts.map((given, n) => (n === at ? next : given)))
              return (
                <fieldset className={classes.part} aria-label={rows[at]?.name} id={field(...path, at).id}>
                  {children(part, bind(part, set, ...path, at), set, at)}
                  {field(...path, at).error && <Input.Error>{field(...path, at).error}</Input.Error>}
                </fieldset>
              )
            }}
            menu={({ id }) => (
              <MenuAct color="red" icon={IconTrash} label="Quitar" onClick={() => remove(placeOf(id))} />
            )}
          />
        </div>
      )}
    </PartsField>
  )
}
