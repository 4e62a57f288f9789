import type { ComponentProps } from 'react'
import { TextEditor } from '../../features/forums/forums'
import { Late } from '../../ui/late'
import { uploadFile } from './upload'

/** The forums delete pictures that no post shows, so the pictures of content are stored apart. */
const upload = async (file: File) => (await uploadFile(file, 'imagen')).ruta

type TextFieldProps = ComponentProps<typeof TextEditor> & { id: string }

/** A written text with its look, as a field of a document. */
export const TextField = ({ id, ...props }: TextFieldProps) => (
  <div id={id}>
    <Late>
      <TextEditor {...props} upload={upload} />
    </Late>
  </div>
)
