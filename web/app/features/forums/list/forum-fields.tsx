import { FORUM_TYPES, MAX_FORUM_DESCRIPTION, MAX_FORUM_TITLE } from '@campus/contract/rules'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { api } from '../../../lib/api'
import { useUser } from '../../../lib/session'
import { Alert } from '../../../ui/alert'
import { SelectField, TextField } from '../../../ui/field'
import { GrowingTextarea } from '../../../ui/growing-textarea'
import { RichEditor } from '../editor/rich-editor'
import { FORUM_TYPE_NAMES } from '../marks'
import { type ForumField, type ForumValues, type ValidationError, withType } from './forum-values'
import classes from './list.module.css'
import { TEXTS } from './texts'
import { useCourses } from './use-courses'

type FieldsProps = {
  values: ForumValues
  onChange: (values: ForumValues) => void
  error: ValidationError | null
  idForo: number | null
  /** The course that the author stands in; 0 outside of courses. */
  idCurso: number
  /** Its course is chosen before anything is asked. */
  choosesCourse: boolean
}

type Option = { id: number; nombre: string }

/** What can be chosen: the student's courses, always with this page's, and the modules of the course. */
function useOptions(idCurso: number, values: ForumValues): { courses: Option[]; modules: Option[] } {
  const mine = useCourses()
  const id = idCurso || values.id_curso
  const query = api.useQuery(
    'get',
    '/api/cursos/detallado/{id}',
    { params: { path: { id: String(id) } } },
    { enabled: id > 0 },
  )
  const course = query.data?.data
  const known = !idCurso || mine.some((own) => own.id === idCurso)
  return {
    courses: known ? mine : [{ id: idCurso, nombre: course?.nombre ?? TEXTS.thisCourse }, ...mine],
    modules: course?.modulos ?? [],
  }
}

type ChooseProps = {
  label: string
  empty: string
  options: Option[]
  value: number
  error: string | boolean
  autoFocus?: boolean
  onChoose: (id: number) => void
}

function Choose({ label, empty, options, value, error, autoFocus, onChoose }: ChooseProps) {
  return (
    <SelectField
      label={label}
      marked
      data-autofocus={autoFocus || undefined}
      value={value || ''}
      error={error}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      <option value="">{empty}</option>
      {options.map(({ id, nombre }) => (
        <option key={id} value={id}>
          {nombre}
        </option>
      ))}
    </SelectField>
  )
}

const nameIn = (options: Option[], id: number) => options.find((option) => option.id === id)?.nombre

type Wrong = (field: ForumField) => string | boolean

/** The first wrong field says why. */
const wrongBy =
  (error: ValidationError | null): Wrong =>
  (field) =>
    error && error.fields[0] === field ? `${error.title}. ${error.text}` : (error?.fields.includes(field) ?? false)

type MoreProps = Pick<FieldsProps, 'values' | 'onChange' | 'error'> & {
  wrong: Wrong
  courses: Option[]
  modules: Option[]
  /** Null where it stands above. */
  course: ReactNode
}

/** What follows from where the author stands; open when one of its fields is wrong. */
function MoreFields({ values, onChange, error, wrong, courses, modules, course }: MoreProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const { tipo_foro, id_curso, id_modulo, descripcion } = values
  const goesTo = {
    curso: nameIn(courses, id_curso),
    modulo: nameIn(modules, id_modulo),
    general: TEXTS.general,
  }[tipo_foro]
  // Before the wrong field takes the focus.
  useLayoutEffect(() => {
    if (error && box.current?.querySelector('[aria-invalid]')) box.current.open = true
  }, [error])
  return (
    <details ref={box} className={classes.more}>
      <summary>
        <IconChevronDown size={18} aria-hidden />
        <strong>{TEXTS.more}</strong>
        {goesTo && <span>{`· ${TEXTS.goesTo} ${goesTo}`}</span>}
      </summary>
      <div>
        <SelectField
          label="Tipo de foro"
          marked
          value={tipo_foro}
          error={wrong('tipo_foro')}
          onChange={({ currentTarget }) => {
            const type = FORUM_TYPES.find((candidate) => candidate === currentTarget.value)
            if (type) onChange(withType(values, type))
          }}
        >
          {FORUM_TYPES.map((type) => (
            <option key={type} value={type}>
              {FORUM_TYPE_NAMES[type]}
            </option>
          ))}
        </SelectField>
        {course}
        {tipo_foro === 'modulo' && (
          <Choose
            label="Módulo"
            empty="Elige un módulo"
            options={modules}
            value={id_modulo}
            error={wrong('id_modulo')}
            onChoose={(id) => onChange({ ...values, id_modulo: id })}
          />
        )}
        <GrowingTextarea
          label="Descripción"
          description={TEXTS.descriptionHelp}
          minRows={2}
          maxRows={4}
          maxLength={MAX_FORUM_DESCRIPTION}
          value={descripcion}
          error={wrong('descripcion')}
          onChange={(event) => onChange({ ...values, descripcion: event.currentTarget.value })}
        />
      </div>
    </details>
  )
}

/** A question is two fields. */
export function ForumFields({ values, onChange, error, idForo, idCurso, choosesCourse }: FieldsProps) {
  const { tipo_cliente } = useUser()
  const { courses, modules } = useOptions(idCurso, values)
  const place = useRef<HTMLDivElement>(null)
  const set = (part: Partial<ForumValues>) => onChange({ ...values, ...part })
  const wrong = wrongBy(error)
  useEffect(() => {
    const field = error && place.current?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')
    field?.scrollIntoView({ block: 'nearest' })
    field?.focus()
  }, [error])
  const needsCourse = values.tipo_foro === 'curso' || (values.tipo_foro === 'modulo' && !idCurso)
  const course = needsCourse && (
    <Choose
      label={TEXTS.course}
      empty="Elige un curso"
      options={courses}
      value={values.id_curso}
      error={wrong('id_curso')}
      autoFocus={choosesCourse}
      onChoose={(id) => set({ id_curso: id, id_modulo: 0 })}
    />
  )
  return (
    <div ref={place} className={classes.fields}>
      {choosesCourse && course}
      <TextField
        label={tipo_cliente === 'Alumno' ? TEXTS.question : TEXTS.heading}
        placeholder={TEXTS.questionHelp}
        marked
        data-autofocus={!choosesCourse || undefined}
        maxLength={MAX_FORUM_TITLE}
        value={values.titulo}
        error={wrong('titulo')}
        onChange={(event) => set({ titulo: event.currentTarget.value })}
      />
      <RichEditor
        label={TEXTS.content}
        placeholder={TEXTS.contentHelp}
        value={values.contenido}
        idForo={idForo ?? undefined}
        withAsterisk
        error={wrong('contenido')}
        onChange={(contenido) => set({ contenido })}
      />
      <MoreFields
        values={values}
        onChange={onChange}
        error={error}
        wrong={wrong}
        courses={courses}
        modules={modules}
        course={choosesCourse ? null : course}
      />
      {error && error.fields.length === 0 && (
        <Alert role="alert" color="red" title={error.title} icon={<IconAlertCircle aria-hidden />}>
          {error.text}
        </Alert>
      )}
    </div>
  )
}
