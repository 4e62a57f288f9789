import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Collection } from 'react-aria-components/Collection'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { type DragAndDropOptions, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import {
  type Drop,
  describePlace,
  type Move,
  moveToUndo,
  type OrderGroup,
  type OrderRow,
  type Place,
  placeOfDrop,
  samePlace,
  stepFrom,
  whereIs,
} from './arrange'
import { useFolding } from './folding'
import classes from './order.module.css'
import { MoveDialog, type Order, RowMenu } from './order-menu'

type OrderProps = {
  label: string
  groups: OrderGroup[]
  onMove: (id: string, place: Place) => void
  /** Enter on a row. */
  onOpen?: (id: string) => void
  /** Ctrl+Z while the focus is in the list and not in a field; without it, the list undoes its own moves. */
  onUndo?: () => void
  /** The row that takes the focus, each time that it is another object. */
  focusOn?: { id: string } | null
  /** The row's content, between its handle and its menu. */
  render: (row: OrderRow) => ReactNode
  /** More entries of a row's menu. */
  menu?: (row: OrderRow) => ReactNode
  /** A last row of each group, such as the button for a new one. */
  last?: (group: OrderGroup) => ReactNode
  /** What a group is called, in *Mover a…*. */
  groupWord?: string
}

const MOST_UNDONE = 50
const LAST = 'last:'

/** Shows a row that is in a folded group. */
type Reveal = ((id: string) => void) | undefined

/** A row that changes its place loses the focus; a menu gives it back a moment after it closed. */
function useFocusOn(root: RefObject<HTMLElement | null>, target: { id: string } | null | undefined, reveal: Reveal) {
  useEffect(() => {
    if (!target) return
    reveal?.(target.id)
    const timer = setTimeout(() => {
      root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(target.id)}"]`)?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [root, target, reveal])
}

const isUndo = ({ ctrlKey, metaKey, shiftKey, altKey, key, target }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  key.toLowerCase() === 'z' &&
  !(target as HTMLElement).matches('input, textarea, [contenteditable]')

/** Alt with an arrow. */
function stepOf({ altKey, key }: KeyboardEvent): 1 | -1 | null {
  if (!altKey) return null
  if (key === 'ArrowUp') return -1
  return key === 'ArrowDown' ? 1 : null
}

type Moves = Pick<OrderProps, 'groups' | 'onMove' | 'onOpen' | 'onUndo' | 'focusOn'> & { reveal?: Reveal }

/** The moves of a list: by pointer, touch, keyboard or menu, all through `move`. */
function useOrder({ groups, onMove, onOpen, onUndo, focusOn, reveal }: Moves) {
  const root = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ id: string } | null>(null)
  const moves = useRef<Move[]>([])
  const [moving, setMoving] = useState<OrderRow | null>(null)
  useFocusOn(root, moved, reveal)
  useFocusOn(root, focusOn, reveal)
  // These stay the same functions, so that rows which did not change are not drawn again.
  const move = useCallbackRef((id: string, place: Place) => {
    const now = whereIs(groups, id)
    if (!now || samePlace(now, place)) return
    moves.current = [...moves.current.slice(1 - MOST_UNDONE), { id, from: now, to: place }]
    onMove(id, place)
    setMoved({ id })
  })
  const undoMove = () => {
    const last = moveToUndo(groups, moves.current)
    moves.current = last ? moves.current.slice(0, -1) : []
    if (!last) return
    onMove(last.id, last.from)
    setMoved({ id: last.id })
  }
  const step = useCallbackRef((id: string, by: 1 | -1) => stepFrom(groups, id, by))
  const rows = useMemo((): Order => ({ move, step, moveTo: setMoving }), [move, step])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const own = (event.target as HTMLElement).dataset.key
    if (event.key === 'Enter' && own !== undefined) onOpen?.(own)
    if (isUndo(event)) {
      event.preventDefault()
      if (onUndo) onUndo()
      else undoMove()
    }
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key
    const by = stepOf(event)
    const place = id && by && stepFrom(groups, id, by)
    if (!place) return
    event.preventDefault()
    event.stopPropagation()
    move(id, place)
  }
  return { root, rows, moving, setMoving, onKeyDownCapture, said: moved ? describePlace(groups, moved.id) : '' }
}

function useDragging(groups: OrderGroup[], { move }: Order) {
  const dragged = useRef('')
  const nameOf = useCallbackRef((id: string) => whereIs(groups, id)?.name ?? '')
  const placeOf = useCallbackRef((id: string, drop: Drop) => placeOfDrop(groups, id, drop))
  const options = useMemo(
    (): DragAndDropOptions => ({
      getItems: (keys) => [...keys].map((key) => ({ 'text/plain': nameOf(String(key)) })),
      onDragStart: ({ keys }) => {
        dragged.current = String([...keys][0] ?? '')
      },
      getDropOperation: (target) => {
        if (target.type !== 'item') return 'cancel'
        const drop = { key: String(target.key), position: target.dropPosition }
        return placeOf(dragged.current, drop) ? 'move' : 'cancel'
      },
      onMove: ({ keys, target }) => {
        const id = String([...keys][0] ?? '')
        const place = placeOf(id, { key: String(target.key), position: target.dropPosition })
        if (place) move(id, place)
      },
    }),
    [nameOf, placeOf, move],
  )
  return useDragAndDrop(options).dragAndDropHooks
}

type RowProps = Pick<OrderProps, 'render' | 'menu'> & { row: OrderRow; order: Order }

function Row({ row, render, menu, order }: RowProps) {
  return (
    <>
      <AriaButton slot="drag" className={classes.handle ?? ''} aria-label={`Arrastrar «${row.name || 'Sin nombre'}»`}>
        <IconGripVertical size={18} aria-hidden />
      </AriaButton>
      <div className={classes.content}>{render(row)}</div>
      <RowMenu row={row} order={order} menu={menu} />
    </>
  )
}

function Frame({
  order,
  groups,
  groupWord = 'Grupo',
  children,
}: Pick<OrderProps, 'groups' | 'groupWord'> & {
  order: ReturnType<typeof useOrder>
  children: ReactNode
}) {
  return (
    <I18nProvider locale="es-ES">
      <div ref={order.root} onKeyDownCapture={order.onKeyDownCapture}>
        {children}
      </div>
      <div className="visually-hidden" role="status">
        {order.said}
      </div>
      {order.moving && (
        <MoveDialog
          groups={groups}
          row={order.moving}
          groupWord={groupWord}
          onMove={order.rows.move}
          onClose={() => order.setMoving(null)}
        />
      )}
    </I18nProvider>
  )
}

/** One list whose rows can be put in order. */
export function OrderList({
  rows,
  ...props
}: Pick<OrderProps, 'label' | 'onMove' | 'onOpen' | 'render' | 'menu'> & { rows: OrderRow[] }) {
  const groups = [{ id: '', name: '', rows }]
  const order = useOrder({ groups, onMove: props.onMove, onOpen: props.onOpen })
  const hooks = useDragging(groups, order.rows)
  return (
    <Frame order={order} groups={groups}>
      <GridList
        aria-label={props.label}
        className={classes.list ?? ''}
        keyboardNavigationBehavior="tab"
        dragAndDropHooks={hooks}
      >
        {rows.map((row) => (
          <GridListItem key={row.id} id={row.id} textValue={row.name || 'Sin nombre'} className={classes.row ?? ''}>
            <Row row={row} render={props.render} menu={props.menu} order={order.rows} />
          </GridListItem>
        ))}
      </GridList>
    </Frame>
  )
}

type TreeProps = Pick<OrderProps, 'label' | 'groups' | 'render' | 'menu' | 'last'> & {
  order: Order
  hooks: ReturnType<typeof useDragging>
  folded: ReadonlySet<string>
  setOpen: (open: ReadonlySet<unknown>) => void
}

/** Drawn again only where a group, a row or one of these functions is another. */
const Groups = memo(function Groups({ label, groups, render, menu, last, order, hooks, ...folding }: TreeProps) {
  const { folded, setOpen } = folding
  const content = (of: OrderRow) => <Row row={of} render={render} menu={menu} order={order} />
  const parts = [render, menu, last, order]
  return (
    <Tree
      aria-label={label}
      className={classes.list ?? ''}
      keyboardNavigationBehavior="tab"
      dragAndDropHooks={hooks}
      expandedKeys={groups.map(({ id }) => id).filter((id) => !folded.has(id))}
      onExpandedChange={setOpen}
      items={groups}
      dependencies={parts}
    >
      {(group) => (
        <TreeItem id={group.id} textValue={group.name || 'Sin nombre'} className={classes.group ?? ''}>
          <TreeItemContent>
            <AriaButton slot="chevron" className={classes.chevron ?? ''}>
              <IconChevronRight size={18} aria-hidden />
            </AriaButton>
            {content(group)}
          </TreeItemContent>
          <Collection items={group.rows} dependencies={parts}>
            {(row) => (
              <TreeItem id={row.id} textValue={row.name || 'Sin nombre'} className={classes.row ?? ''}>
                <TreeItemContent>{content(row)}</TreeItemContent>
              </TreeItem>
            )}
          </Collection>
          {last && (
            <TreeItem id={`${LAST}${group.id}`} textValue={`Agregar en ${group.name}`} className={classes.last ?? ''}>
              <TreeItemContent>{last(group)}</TreeItemContent>
            </TreeItem>
          )}
        </TreeItem>
      )}
    </Tree>
  )
})

/**
 * Groups with rows, such as modules with lessons: rows move within and between groups. With hundreds of rows, groups and
 * rows that did not change must be the same objects as before, and the functions that draw them the same functions.
 */
export function OrderTree({ onMove, onOpen, onUndo, focusOn, groupWord, ...props }: OrderProps) {
  const { groups } = props
  const { long, folded, setOpen, reveal, foldAll, openAll } = useFolding(groups)
  const order = useOrder({ groups, onMove, onOpen, onUndo, focusOn, reveal })
  const hooks = useDragging(groups, order.rows)
  return (
    <Frame order={order} groups={groups} groupWord={groupWord}>
      {long && (
        <Button variant="subtle" onClick={folded.size > 0 ? openAll : foldAll}>
          <span>{folded.size > 0 ? 'Abrir todos' : 'Plegar todos'}</span>
        </Button>
      )}
      <Groups {...props} order={order.rows} hooks={hooks} folded={folded} setOpen={setOpen} />
    </Frame>
  )
}
