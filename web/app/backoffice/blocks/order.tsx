import { Kbd } from '@mantine/core'
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import {
  describePlace,
  type OrderGroup,
  type OrderRow,
  type Place,
  placeOfDrop,
  samePlace,
  stepFrom,
  whereIs,
} from './arrange'
import classes from './order.module.css'
import { MoveDialog, RowMenu } from './order-menu'

type OrderProps = {
  label: string
  groups: OrderGroup[]
  onMove: (id: string, place: Place) => void
  /** Enter on a row. */
  onOpen?: (id: string) => void
  /** The row's content, between its handle and its menu. */
  render: (row: OrderRow) => ReactNode
  /** More entries of a row's menu. */
  menu?: (row: OrderRow) => ReactNode
  /** A last row of each group, such as the button for a new one. */
  last?: (group: OrderGroup) => ReactNode
  /** What a group is called, in *Mover a…*. */
  groupWord?: string
}

const LAST = 'last:'

/** The moves of a list: by pointer, touch, keyboard or menu, all through `move`. */
function useOrder({ groups, onMove, onOpen }: Pick<OrderProps, 'groups' | 'onMove' | 'onOpen'>) {
  const root = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ id: string } | null>(null)
  const [moving, setMoving] = useState<OrderRow | null>(null)
  const move = (id: string, place: Place) => {
    const now = whereIs(groups, id)
    if (!now || samePlace(now, place)) return
    onMove(id, place)
    setMoved({ id })
  }
  // A row that changes its place loses the focus; a menu gives it back a moment after it closed.
  useEffect(() => {
    if (!moved) return
    const timer = setTimeout(() => {
      root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(moved.id)}"]`)?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [moved])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const own = (event.target as HTMLElement).dataset.key
    if (event.key === 'Enter' && own !== undefined) onOpen?.(own)
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key
    const place = id && stepFrom(groups, id, event.key === 'ArrowUp' ? -1 : 1)
    if (!place) return
    event.preventDefault()
    event.stopPropagation()
    move(id, place)
  }
  return { root, move, moving, setMoving, onKeyDownCapture, said: moved ? describePlace(groups, moved.id) : '' }
}

function useDragging(groups: OrderGroup[], move: (id: string, place: Place) => void) {
  const dragged = useRef('')
  return useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': whereIs(groups, String(key))?.name ?? '' })),
    onDragStart: ({ keys }) => {
      dragged.current = String([...keys][0] ?? '')
    },
    getDropOperation: (target) => {
      if (target.type !== 'item') return 'cancel'
      const drop = { key: String(target.key), position: target.dropPosition }
      return placeOfDrop(groups, dragged.current, drop) ? 'move' : 'cancel'
    },
    onMove: ({ keys, target }) => {
      const id = String([...keys][0] ?? '')
      const place = placeOfDrop(groups, id, { key: String(target.key), position: target.dropPosition })
      if (place) move(id, place)
    },
  }).dragAndDropHooks
}

type RowProps = Pick<OrderProps, 'groups' | 'render' | 'menu'> & { row: OrderRow; order: ReturnType<typeof useOrder> }

function Row({ row, groups, render, menu, order }: RowProps) {
  return (
    <>
      <AriaButton slot="drag" className={classes.handle ?? ''} aria-label={`Arrastrar «${row.name || 'Sin nombre'}»`}>
        <IconGripVertical size={18} aria-hidden />
      </AriaButton>
      <div className={classes.content}>{render(row)}</div>
      <RowMenu groups={groups} row={row} onMove={order.move} onMoveTo={order.setMoving}>
        {menu?.(row)}
      </RowMenu>
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
      <div ref={order.root} className={classes.frame} onKeyDownCapture={order.onKeyDownCapture}>
        {children}
        <p className={classes.hint}>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> cambia de fila · <Kbd>Tab</Kbd> va a sus botones · <Kbd>Alt</Kbd> <Kbd>↑</Kbd>{' '}
          <Kbd>↓</Kbd> la mueve
        </p>
      </div>
      <div className="visually-hidden" role="status">
        {order.said}
      </div>
      {order.moving && (
        <MoveDialog
          groups={groups}
          row={order.moving}
          groupWord={groupWord}
          onMove={order.move}
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
}: Omit<OrderProps, 'groups' | 'last' | 'groupWord'> & { rows: OrderRow[] }) {
  const groups = [{ id: '', name: '', rows }]
  const order = useOrder({ groups, onMove: props.onMove, onOpen: props.onOpen })
  const hooks = useDragging(groups, order.move)
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
            <Row row={row} groups={groups} render={props.render} menu={props.menu} order={order} />
          </GridListItem>
        ))}
      </GridList>
    </Frame>
  )
}

/** Groups with rows, such as modules with lessons: rows move within and between groups. */
export function OrderTree({ groups, last, groupWord, ...props }: OrderProps) {
  const order = useOrder({ groups, onMove: props.onMove, onOpen: props.onOpen })
  const hooks = useDragging(groups, order.move)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const row = (of: OrderRow) => <Row row={of} groups={groups} render={props.render} menu={props.menu} order={order} />
  return (
    <Frame order={order} groups={groups} groupWord={groupWord}>
      <Tree
        aria-label={props.label}
        className={classes.list ?? ''}
        keyboardNavigationBehavior="tab"
        dragAndDropHooks={hooks}
        expandedKeys={groups.map(({ id }) => id).filter((id) => !closed.has(id))}
        onExpandedChange={(keys) => setClosed(new Set(groups.map(({ id }) => id).filter((id) => !keys.has(id))))}
      >
        {groups.map((group) => (
          <TreeItem key={group.id} id={group.id} textValue={group.name || 'Sin nombre'} className={classes.group ?? ''}>
            <TreeItemContent>
              <AriaButton slot="chevron" className={classes.chevron ?? ''}>
                <IconChevronRight size={18} aria-hidden />
              </AriaButton>
              {row(group)}
            </TreeItemContent>
            {group.rows.map((lesson) => (
              <TreeItem
                key={lesson.id}
                id={lesson.id}
                textValue={lesson.name || 'Sin nombre'}
                className={classes.row ?? ''}
              >
                <TreeItemContent>{row(lesson)}</TreeItemContent>
              </TreeItem>
            ))}
            {last && (
              <TreeItem id={`${LAST}${group.id}`} textValue={`Agregar en ${group.name}`} className={classes.last ?? ''}>
                <TreeItemContent>{last(group)}</TreeItemContent>
              </TreeItem>
            )}
          </TreeItem>
        ))}
      </Tree>
    </Frame>
  )
}
