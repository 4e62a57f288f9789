import { IconSelector } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './field.module.css'
import { RequiredMark } from './required-mark'

type Face = {
  label?: ReactNode
  /** Stands between the label and the field. */
  description?: ReactNode
  /** Stands below the field, so that two side by side stay on one line. */
  note?: ReactNode
  /** True where its message stands elsewhere. */
  error?: ReactNode
  /** Whether a star shows that it is required. */
  marked?: boolean | undefined
  leftSection?: ReactNode
  /** A button of 44 px. */
  rightSection?: ReactNode
  /** 42 or 50 px high. */
  size?: 'md' | 'lg'
  /** Of the whole, not of the field in it. */
  className?: string | undefined
}

const isSaid = (error: ReactNode) => Boolean(error) && error !== true

/** Splits the properties into what stands around a field and its own. */
function useField<Own extends { name?: string | undefined; id?: string | undefined; required?: boolean | undefined }>(
  props: Face & Own,
) {
  const {
    label,
    description,
    note,
    error,
    marked = props.required,
    leftSection,
    rightSection,
    size,
    className,
    ...own
  } = props
  const unnamed = useId()
  const id = props.id ?? props.name ?? unnamed
  const about = description ?? note
  const described = [isSaid(error) && `${id}-error`, about && `${id}-text`].filter(Boolean).join(' ')
  return {
    face: { id, label, description, note, error, marked, leftSection, rightSection, size, className },
    own: {
      ...own,
      id,
      className: classes.field,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  }
}

function Frame({ face, children }: { face: Face & { id: string }; children: ReactNode }) {
  const { id, label, description, note, error, marked, leftSection, rightSection, size, className } = face
  return (
    <div
      className={className ? `${classes.frame} ${className}` : classes.frame}
      data-size={size}
      data-invalid={error ? true : undefined}
      data-left={leftSection ? true : undefined}
      data-right={rightSection ? true : undefined}
    >
      {label && (
        <label htmlFor={id} className={classes.label}>
          <span>{label}</span>
          {marked && <RequiredMark />}
        </label>
      )}
      {description && (
        <p id={`${id}-text`} className={classes.text}>
          {description}
        </p>
      )}
      <div className={classes.box}>
        {leftSection && (
          <span className={classes.left} aria-hidden>
            {leftSection}
          </span>
        )}
        {children}
        {rightSection && <span className={classes.right}>{rightSection}</span>}
      </div>
      {note && (
        <p id={`${id}-text`} className={classes.note}>
          {note}
        </p>
      )}
      {isSaid(error) && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

export function TextField(props: Face & Omit<ComponentProps<'input'>, 'size'>) {
  const { face, own } = useField(props)
  return (
    <Frame face={face}>
      <input {...own} />
    </Frame>
  )
}

export function TextArea(props: Face & ComponentProps<'textarea'>) {
  const { face, own } = useField(props)
  return (
    <Frame face={face}>
      <textarea {...own} />
    </Frame>
  )
}

/** Its options are its children. */
export function SelectField(props: Face & Omit<ComponentProps<'select'>, 'size'>) {
  const { face, own } = useField(props)
  return (
    <Frame face={face}>
      <select {...own} />
      <IconSelector size={20} className={classes.arrows} aria-hidden />
    </Frame>
  )
}
