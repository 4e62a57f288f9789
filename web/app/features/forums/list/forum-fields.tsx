import type { DetailedCourse } from '@campus/contract/learning'
import { FORUM_TYPES, MAX_FORUM_DESCRIPTION, MAX_FORUM_TITLE } from '@campus/contract/rules'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api'
import { useUser } from '../../../lib/session'
import { Alert } from '../../../ui/alert'
import { SelectField, TextField } from '../../../ui/field'
import { GrowingTextarea } from '../../../ui/growing-textarea'
import { RichEditor } from '../editor/rich-editor'
import { FORUM_TYPE_NAMES } from '../forum-badges'
import { type ForumField, type ForumValues, type ValidationError, withType } from './forum-values'
import classes from './list.module.css'

type FieldsProps = {
  values: ForumValues
  onChange: (values: ForumValues) => void
  error: ValidationError | null
  idForo: number | null
  idCurso: number
  course: DetailedCourse | undefined
}

type Option = { id: number; nombre: string }

/** The student's courses, and always the one of this page. */
function useCourses(idCurso: number, course: DetailedCourse | undefined): Option[] {
  const { id } = useUser()
  const query = api.useQuery('get', '/api/matriculas/usuario/{id}', { params: { path: { id: String(id) } } })
  const mine = (query.data?.data ?? []).map(({ curso }) => ({ id: curso.id, nombre: curso.nombre }))
  if (!idCurso || mine.some((own) => own.id === idCurso)) return mine
  return [{ id: idCurso, nombre: course?.nombre ?? 'Este curso' }, ...mine]
}

type ChooseProps = {
  label: string
  empty: string
  options: Option[]
  value: number
  error: boolean
  onChoose: (id: number) => void
}

function Choose({ label, empty, options, value, error, onChoose }: ChooseProps) {
  return (
    <SelectField
      label={label}
      marked
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

/** The validation errors, scrolled into view and announced. */
function ErrorNote({ error }: { error: ValidationError | null }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) note.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={note} className={classes.error}>
      {error && (
        <Alert role="alert" color="red" title={error.title} icon={<IconAlertCircle aria-hidden />}>
          {error.text}
        </Alert>
      )}
    </div>
  )
}

export function ForumFields({ values, onChange, error, idForo, idCurso, course }: FieldsProps) {
  const courses = useCourses(idCurso, course)
  const set = (part: Partial<ForumValues>) => onChange({ ...values, ...part })
  const has = (field: ForumField) => error?.fields.includes(field) ?? false
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <SelectField
          label="Tipo de foro"
          marked
          value={values.tipo_foro}
          error={has('tipo_foro')}
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
        {values.tipo_foro === 'curso' && (
          <Choose
            label="Curso"
            empty="Elige un curso"
            options={courses}
            value={values.id_curso}
            error={has('id_curso')}
            onChoose={(id_curso) => set({ id_curso })}
          />
        )}
        {values.tipo_foro === 'modulo' && (
          <Choose
            label="Módulo"
            empty="Elige un módulo"
            options={course?.modulos ?? []}
            value={values.id_modulo}
            error={has('id_modulo')}
            onChoose={(id_modulo) => set({ id_modulo })}
          />
        )}
      </div>
      <TextField
        label="Título"
        marked
        data-autofocus
        maxLength={MAX_FORUM_TITLE}
        value={values.titulo}
        error={has('titulo')}
        onChange={(event) => set({ titulo: event.currentTarget.value })}
      />
      <GrowingTextarea
        label="Descripción"
        description="Una o dos frases que digan de qué trata. Se ve en la lista."
        minRows={2}
        maxRows={4}
        maxLength={MAX_FORUM_DESCRIPTION}
        value={values.descripcion}
        error={has('descripcion')}
        onChange={(event) => set({ descripcion: event.currentTarget.value })}
      />
      <RichEditor
        label="Contenido"
        placeholder="Cuenta tu duda o tu idea con detalle."
        value={values.contenido}
        idForo={idForo ?? undefined}
        withAsterisk
        error={has('contenido')}
        onChange={(contenido) => set({ contenido })}
      />
      <ErrorNote error={error} />
    </div>
  )
}
