import { numberOf } from '@campus/contract/numbers'
import { ActionIcon, Button, Menu, Select, Stack, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowsMove, IconArrowUp, IconDots } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Dialog, DialogActions } from '../../ui/dialog'
import { useLayerElement } from '../../ui/layer'
import { MenuAct } from './act-menu'
import { type OrderGroup, type OrderRow, type Place, whereIs } from './arrange'

type Move = (id: string, place: Place) => void

type MoveDialogProps = { groups: OrderGroup[]; row: OrderRow; groupWord: string; onMove: Move; onClose: () => void }

/** *Mover a…*: the same move as dragging, for who cannot drag or has far to go. */
export function MoveDialog({ groups, row, groupWord, onMove, onClose }: MoveDialogProps) {
  const now = whereIs(groups, row.id)
  const [group, setGroup] = useState(now?.group ?? null)
  const [position, setPosition] = useState(String((now?.index ?? 0) + 1))
  const lastIn = (place: string | null) => {
    const all = place === null ? groups : (groups.find(({ id }) => id === place)?.rows ?? [])
    return all.filter(({ id }) => id !== row.id).length + 1
  }
  const last = lastIn(group)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onMove(row.id, { group, index: Math.min(last, Math.max(1, Math.round(numberOf(position)) || last)) - 1 })
  }
  const choose = (value: string | null) => {
    if (value === null) return
    setGroup(value)
    setPosition(String(lastIn(value)))
  }
  return (
    <Dialog onClose={onClose} title={`Mover «${row.name}»`}>
      <form onSubmit={submit}>
        <Stack>
          {group !== null && groups.length > 1 && (
            <Select
              label={groupWord}
              data={groups.map(({ id, name }) => ({ value: id, label: name || 'Sin nombre' }))}
              value={group}
              onChange={choose}
              allowDeselect={false}
            />
          )}
          <TextInput
            label="Posición"
            description={`De 1 a ${last}`}
            inputMode="numeric"
            value={position}
            onChange={(event) => setPosition(event.currentTarget.value)}
            data-autofocus
          />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit">Mover</Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What a row can do; the same object as long as its list is open. */
export type Order = {
  move: Move
  step: (id: string, by: 1 | -1) => Place | null
  moveTo: (row: OrderRow) => void
}

type RowMenuProps = { row: OrderRow; order: Order; menu: ((row: OrderRow) => ReactNode) | undefined }

/** Made when the menu opens; without what cannot be done, for a disabled first item would not take the focus. */
function MenuItems({ row, order, menu }: RowMenuProps) {
  const up = order.step(row.id, -1)
  const down = order.step(row.id, 1)
  const more = menu?.(row)
  return (
    <>
      {more}
      {more && <Menu.Divider />}
      {up && <MenuAct icon={IconArrowUp} label="Subir" onClick={() => order.move(row.id, up)} />}
      {down && <MenuAct icon={IconArrowDown} label="Bajar" onClick={() => order.move(row.id, down)} />}
      <MenuAct icon={IconArrowsMove} label="Mover a…" onClick={() => order.moveTo(row)} />
    </>
  )
}

const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

/** A row's menu; presses and arrows inside it are the menu's: those of the list fold the row's group. */
export function RowMenu(props: RowMenuProps) {
  const target = useLayerElement()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and the menu inside are what is pressed
    <div
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => isPress(event) && event.stopPropagation()}
    >
      <Menu withinPortal portalProps={{ target }}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={`Acciones de «${props.row.name || 'Sin nombre'}»`}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>
          <MenuItems {...props} />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
