import type { ComponentProps } from 'react'
import { TextEditor } from '../../features/forums/forums'
import { Late } from '../../ui/late'
import { uploadFile } from './upload'

/** The forums delete pictures that no post shows, so the pictures of content are stored apart. */
const upload = async (file: File) => (await uploadFile(file, 'imagen')).ruta

export const TextField = (props: ComponentProps<typeof TextEditor>) => (
  <Late>
    <TextEditor {...props} upload={upload} />
  </Late>
)
