import type { Profile } from '@campus/contract/accounts'
import type { SchemaForm } from '../../../lib/form'

export type ProfileForm = SchemaForm<ReturnType<typeof valuesOf>>

export const NO_PASSWORD = { password_actual: '', password: '', password_confirmation: '' }

export const valuesOf = ({ telefono, direccion, ciudad, profesion, fecha_nacimiento }: Profile) => ({
  telefono: telefono ?? '',
  direccion: direccion ?? '',
  ciudad: ciudad ?? '',
  profesion: profesion ?? '',
  fecha_nacimiento: fecha_nacimiento ?? '',
  ...NO_PASSWORD,
})
