import classes from './shell.module.css'

type Signed = { nombre: string; isotipo: string | null }

/** A brand's square mark, or its first letter. */
export function BrandSign({ brand: { nombre, isotipo } }: { brand: Signed }) {
  if (isotipo) return <img src={isotipo.replace('-1280.', '-320.')} alt="" width={28} height={28} />
  return (
    <span className={classes.initial} aria-hidden>
      {nombre.slice(0, 1)}
    </span>
  )
}
