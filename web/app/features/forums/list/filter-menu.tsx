import { IconCheck } from '@tabler/icons-react'
import { Menu, type MenuButton, MenuChoice, MenuGroup } from '../../../ui/menu'
import { TEXTS } from './texts'
import { GENERAL, type useView } from './use-view'

export type FilterProps = {
  state: ReturnType<typeof useView>
  /** The forums of one course. */
  inCourse: boolean
  /** Its modules, or the student's courses. */
  parts: readonly { id: number; nombre: string }[]
}

type Option = readonly [value: string, text: string]

const ORDERS: readonly Option[] = [
  ['', 'Recientes'],
  ['sin-respuesta', 'Sin respuesta'],
  ['votados', 'Más votados'],
]
const PLACES: readonly Option[] = [
  ['', TEXTS.thisCourse],
  ['todos', TEXTS.allForums],
]

type ChoicesProps = { label: string; options: readonly Option[]; chosen: string; onChoose: (value: string) => void }

const Choices = ({ label, options, chosen, onChoose }: ChoicesProps) => (
  <MenuGroup label={label}>
    {options.map(([value, text]) => (
      <MenuChoice key={value} icon={IconCheck} chosen={value === chosen} onClick={() => onChoose(value)}>
        {text}
      </MenuChoice>
    ))}
  </MenuGroup>
)

function Shown({ state: { view, show }, inCourse, parts }: FilterProps) {
  const options: Option[] = [
    ['', inCourse ? TEXTS.whole : TEXTS.allCourses],
    ...parts.map(({ id, nombre }): Option => [String(id), nombre]),
  ]
  if (!view.q) options.push([GENERAL, TEXTS.general])
  const chosen = view.general ? GENERAL : String(view.part || '')
  return <Choices label={TEXTS.show} options={options} chosen={chosen} onChoose={show} />
}

/** Which forums are listed, and in which order. */
export default function FilterMenu({ button, ...props }: FilterProps & { button: MenuButton }) {
  const { view, sort, everywhere } = props.state
  return (
    <Menu width={280} opens button={button}>
      {!view.q && <Choices label={TEXTS.order} options={ORDERS} chosen={view.order ?? ''} onChoose={sort} />}
      {view.q && props.inCourse ? (
        <Choices
          label={TEXTS.searchIn}
          options={PLACES}
          chosen={view.everywhere ? 'todos' : ''}
          onChoose={(value) => everywhere(value !== '')}
        />
      ) : (
        <Shown {...props} />
      )}
    </Menu>
  )
}
