import { COMPLAINT_DAYS, COMPLAINT_KINDS, COMPLAINT_NOTES } from '@campus/contract/rules'
import { useBrand } from '../../platform/brand'
import { ComplaintsBook } from '../../ui/complaints-book'
import { Panel } from '../../ui/panel'
import classes from './complaints.module.css'
import { T } from './texts'

/** Whose book this is, as Anexo I asks. */
export function Provider() {
  const { razon_social, nombre, ruc, direccion } = useBrand()
  return (
    <Panel>
      <section aria-labelledby="proveedor" className={classes.provider}>
        <span className={classes.book}>
          <ComplaintsBook size={48} />
        </span>
        <div>
          <h2 id="proveedor" className={classes.subtitle}>
            {T.provider}
          </h2>
          <dl className={classes.facts}>
            <div>
              <dt>Razón social</dt>
              <dd>{razon_social || nombre}</dd>
            </div>
            {ruc && (
              <div>
                <dt>RUC</dt>
                <dd>{ruc}</dd>
              </div>
            )}
            {direccion && (
              <div>
                <dt>Domicilio</dt>
                <dd>{direccion}</dd>
              </div>
            )}
          </dl>
        </div>
      </section>
    </Panel>
  )
}

/** What a claim is, what a grievance is, and what the law says to both. */
export function Law() {
  return (
    <Panel>
      <section aria-labelledby="definiciones">
        <h2 id="definiciones" className={classes.subtitle}>
          {T.kinds}
        </h2>
        <dl className={classes.kinds}>
          {Object.values(COMPLAINT_KINDS).map(({ nombre, texto }) => (
            <div key={nombre}>
              <dt>{nombre}</dt>
              <dd>{texto}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="plazo" className={classes.law}>
        <h2 id="plazo" className={classes.subtitle}>
          Te respondemos en {COMPLAINT_DAYS} días hábiles
        </h2>
        <ul className={classes.notes}>
          {COMPLAINT_NOTES.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </Panel>
  )
}
