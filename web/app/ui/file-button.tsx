import { type ComponentProps, useRef } from 'react'
import { Button } from './button'

type FileButtonProps = ComponentProps<typeof Button> & { accept: string; onChoose: (file: File) => void }

/** Asks for a file; the same one may be chosen again. */
export function FileButton({ accept, onChoose, ...props }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button {...props} onClick={() => input.current?.click()} />
    </>
  )
}
