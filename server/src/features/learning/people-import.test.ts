import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aDocument, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aFile, aMail, HEADING, importing } from '../../../test/imports.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const people = importing(t)

const { support, staff, aNamedCourse, accountOf, enrolmentsOf, aGroup, everything, reasons } = people

describe('a file of people', () => {
  it('is reported without writing anything, then makes accounts, enrolments and groups; again, nothing changes', async () => {
    const caller = await staff()
    const token = await t.tokenOf(caller)
    const course = await aNamedCourse(`Diseño de Interfaces ${randomUUID()}`)
    const grupo = await aGroup(course.id, 'Turno mañana')
    const known = await aPerson(t.deps.db, { nombres: 'Luis', apellidos: 'Soto' })
    const [whole, alone] = [aMail(), aMail()]
    const dni = aDocument()
    const file = aFile(
      'Correo;Nombres;Apellidos;N.º documento;País;Teléfono;Curso;Grupo;Vence;Sede',
      `${whole.toUpperCase()};María;Ríos;${dni};Perú;987654321;${course.nombre.toUpperCase().replace('Ñ', 'n')} ;turno MANANA;31/12/2099;Lima`,
      `${alone};Rosa;"de la Cruz Díaz";;Chile;;;;;`,
      `${known.correo};Otro;Nombre;;;987111222;${course.id};;;Cusco`,
    )
    const before = await everything()
    const read = await people.report(token, file)
    expect(await everything()).toEqual(before)
    expect(await reasons(token, read.id)).toEqual({})
    expect(read).toMatchObject({
      ...{ tipo: 'personas', archivo: 'foto.png', vencido: false, importacion: null },
      fuera: [{ columna: 'Sede', datos: 2 }],
      informe: { estado: 'terminado', total: 3, errores: 0, resultado: { crear: 2, matricular: 1, igual: 0 } },
    })
    const quoted = `«${course.nombre}»`
    expect((await people.rows(token, read.id)).data).toEqual([
      {
        fila: 2,
        hace: 'crear',
        nombre: whole.toUpperCase(),
        aviso: null,
        texto: `Cuenta nueva. Matrícula en ${quoted} hasta el 31 dic 2099. Grupo «Turno mañana».`,
      },
      { fila: 3, hace: 'crear', nombre: alone, aviso: null, texto: 'Cuenta nueva.' },
      {
        fila: 4,
        hace: 'matricular',
        nombre: known.correo,
        aviso: null,
        texto: `Se completa su teléfono. Matrícula en ${quoted}.`,
      },
    ])
    expect((await people.rows(token, read.id, '?hace=matricular')).data).toHaveLength(1)

    expect(await people.run(token, read.id)).toMatchObject({
      ...{ tipo: 'importar', estado: 'terminado', titulo: 'Importar 3 personas', errores: 0 },
      resultado: { crear: 2, matricular: 1 },
    })
    expect(await accountOf(whole)).toMatchObject({
      nombres: 'María',
      numero_documento: dni,
      pais: 'PE',
      telefono: '987654321',
    })
    expect(await accountOf(alone)).toMatchObject({ apellidos: 'de la Cruz Díaz', numero_documento: null, pais: 'CL' })
    expect(await accountOf(known.correo)).toMatchObject({ nombres: 'Luis', apellidos: 'Soto', telefono: '987111222' })
    expect(await enrolmentsOf(whole)).toEqual([
      { id_curso: course.id, estado: 'activa', hasta: '2099-12-31', id_grupo: grupo },
    ])
    expect(await enrolmentsOf(alone)).toEqual([])
    const letters = (mail: string) => t.outbox.filter(({ to }) => to === mail).map(({ subject }) => subject)
    expect([letters(whole).length, letters(alone).length]).toEqual([1, 1])
    const trail = await t.database.sql`SELECT objeto, detalle ->> 'hecho' AS hecho FROM auditoria
      WHERE id_usuario = ${caller} AND sobre IS NOT NULL ORDER BY id`
    expect(trail.map(({ hecho }) => hecho)).toEqual([
      'matriculada',
      'cuenta creada',
      'datos completados',
      'matriculada',
    ])

    const done = await everything()
    const again = await people.report(token, file)
    expect(again.informe.resultado).toMatchObject({ crear: 0, matricular: 0, cambiar: 0, igual: 3 })
    expect(await people.run(token, again.id)).toMatchObject({ estado: 'terminado', resultado: { igual: 3 } })
    expect(await everything()).toEqual(done)
  })

  it('makes one account for several courses, and moves a person between groups', async () => {
    const token = await support()
    const [one, two] = [await aNamedCourse(), await aNamedCourse()]
    const [a, b] = [await aGroup(one.id, 'A'), await aGroup(one.id, 'B')]
    const mail = aMail()
    const lines = (grupo: string) => [HEADING, `${mail},Ana,Paz,,${one.id},${grupo},`, `${mail},Ana,Paz,,${two.id},,`]
    const first = await people.report(token, aFile(...lines('A')))
    expect(first.informe.resultado).toMatchObject({ crear: 1, matricular: 1 })
    await people.run(token, first.id)
    expect((await enrolmentsOf(mail)).map(({ id_grupo }) => id_grupo)).toEqual([a, null])
    const moved = await people.report(token, aFile(...lines('b')))
    expect(moved.informe.resultado).toMatchObject({ cambiar: 1, igual: 1 })
    await people.run(token, moved.id)
    expect((await enrolmentsOf(mail)).map(({ id_grupo }) => id_grupo)).toEqual([b, null])
    expect(t.outbox.filter(({ to, subject }) => to === mail && subject.startsWith('Ya tienes'))).toHaveLength(1)
  })

  it('says of each wrong line why, and imports only the right ones when asked to', async () => {
    const token = await support()
    const course = await aNamedCourse()
    const archived = await aNamedCourse()
    await t.database.sql`UPDATE cursos SET estado = 0, archivado_en = now() WHERE id = ${archived.id}`
    await aGroup(course.id, 'Llena', 1)
    const foreign = await aPerson(t.deps.db, { id_cliente: 1 })
    const teacher = await aPerson(t.deps.db, { roles: ['docente'] })
    const disabled = await aPerson(t.deps.db)
    await t.database.sql`UPDATE usuarios SET estado = 0 WHERE id = ${disabled.id}`
    const [ana, beto] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    const [dniA, dniB, dniC] = [aDocument(), aDocument(), aDocument()]
    await t.database.sql`UPDATE usuarios SET numero_documento = ${dniA} WHERE id = ${ana.id}`
    await t.database.sql`UPDATE usuarios SET numero_documento = ${dniB} WHERE id = ${beto.id}`
    const [good, twice, third] = [aMail(), aMail(), aMail()]
    const id = course.id
    const lines = [
      `${good},Ana,Paz,1234567,${id},,`,
      `${foreign.correo},Ana,Paz,,${id},,`,
      `${teacher.correo},Ana,Paz,,${id},,`,
      `${disabled.correo},Ana,Paz,,${id},,`,
      `${ana.correo},Ana,Paz,${dniB},${id},,`,
      `${aMail()},Ana,Paz,${dniA},${id},,`,
      `${aMail()},Ana,Paz,123,${id},,`,
      `${aMail()},Ana,Paz,,Curso que no existe,,`,
      `${aMail()},Ana,Paz,,${archived.id},,`,
      `${aMail()},Ana,Paz,,${id},Tarde,`,
      `${twice},Ana,Paz,,${id},Llena,`,
      `${aMail()},Ana,Paz,,${id},llena,`,
      `${twice},Ana,Paz,,${id},,`,
      `${aMail()},Ana,Paz,,${id},,31/02/2099`,
      `${aMail()},Ana,Paz,,${id},,${limaDay(-1)}`,
      `no-es-un-correo,Ana,Paz,,${id},,`,
      `${aMail()},,Paz,,${id},,`,
      `${aMail()},Ana,Paz,,,Tarde,`,
      `${third},Ana,Paz,${dniC},${id},,`,
      `${aMail()},Ana,Paz,${dniC},${id},,`,
      `${aMail()},Ana,Paz,,${id},,,sobra`,
    ]
    const read = await people.report(token, aFile(HEADING, ...lines))
    const foreignText = 'Con este correo no se puede matricular a un alumno de esta academia: usa otro.'
    expect(await reasons(token, read.id)).toEqual({
      3: foreignText,
      4: foreignText,
      5: 'La cuenta de este correo está desactivada.',
      6: 'La cuenta de este correo tiene otro DNI.',
      7: `Ya existe una cuenta con este DNI: la de ${ana.correo}.`,
      8: 'El DNI debe tener 8 dígitos.',
      9: 'No hay un curso «Curso que no existe».',
      10: 'El curso está archivado.',
      11: 'El curso no tiene un grupo «Tarde».',
      13: 'El grupo «Llena» ya no tiene vacantes.',
      14: 'Es la misma persona de la fila 12.',
      15: 'Escribe el último día así: 31/12/2026.',
      16: 'El último día ya pasó.',
      17: 'Escribe un correo válido.',
      18: 'Faltan los nombres.',
      19: 'El grupo y el último día van con un curso.',
      21: 'Su documento es el de la fila 20, que tiene otro correo.',
      22: 'Tiene más celdas que títulos: pon entre comillas el texto que lleva el separador.',
    })
    expect(read.informe.resultado).toMatchObject({ crear: 3, avisos: 1 })
    expect((await people.rows(token, read.id, '?hace=aviso')).data).toMatchObject([
      { fila: 2, aviso: 'Excel quita los ceros: 01234567 llegó como 1234567.' },
    ])

    const all = await people.execute(token, read.id)
    expect([all.status, all.body.errors]).toEqual([
      422,
      { solo_buenas: ['Hay filas con errores: corrígelas, o importa solo las correctas.'] },
    ])
    const done = await people.run(token, read.id, { solo_buenas: true })
    expect(done).toMatchObject({ estado: 'terminado', total: 3, errores: 0, resultado: { crear: 3 } })
    expect(await accountOf(good)).toMatchObject({ numero_documento: '01234567' })
    expect(await accountOf(twice)).toBeDefined()
  })

  it('gives its errors as a file, which is corrected and read again', async () => {
    const token = await support()
    const course = await aNamedCourse()
    const mail = aMail()
    const read = await people.report(
      token,
      aFile(
        HEADING.replace('vence', 'vence,Nota'),
        `${mail},Ana,Paz,'01234568,Otro curso,,2099-12-31,=1+1`,
        `${aMail()},Eva,Paz,,${course.id},,,`,
      ),
    )
    const csv = (await people.errors(token, read.id)).toString()
    expect(csv).toBe(
      [
        '\ufeffcorreo;nombres;apellidos;numero_documento;curso;grupo;vence;Nota;Motivo',
        `${mail};Ana;Paz;'01234568;Otro curso;;'2099-12-31;'=1+1;No hay un curso «Otro curso».`,
        '',
      ].join('\r\n'),
    )
    const corrected = await people.report(token, Buffer.from(csv.replace(';Otro curso;', `;${course.id};`)))
    expect(corrected).toMatchObject({ fuera: [{ columna: 'Nota', datos: 1 }], informe: { total: 1, errores: 0 } })
    await people.run(token, corrected.id)
    expect(await accountOf(mail)).toMatchObject({ numero_documento: '01234568' })
    expect(await enrolmentsOf(mail)).toMatchObject([{ hasta: '2099-12-31' }])
  })

  it('fills in what an account lacks, and never changes what it has', async () => {
    const token = await support()
    const known = await aPerson(t.deps.db)
    const [own, other] = [aDocument(), aDocument()]
    await t.database.sql`UPDATE usuarios SET numero_documento = NULL, telefono = '900000000' WHERE id = ${known.id}`
    const line = (dni: string) => aFile('correo,nombres,apellidos,dni,celular', `${known.correo},X,Y,${dni},911111111`)
    const read = await people.report(token, line(own))
    expect((await people.rows(token, read.id)).data).toMatchObject([{ hace: 'cambiar', texto: 'Se completa su DNI.' }])
    await people.run(token, read.id)
    expect(await accountOf(known.correo)).toMatchObject({ numero_documento: own, telefono: '900000000' })
    expect(await reasons(token, (await people.report(token, line(other))).id)).toEqual({
      2: 'La cuenta de este correo tiene otro DNI.',
    })
  })

  it('never shortens what was bought', async () => {
    const shop = shopping(t)
    const { person, token: own, ids } = await shop.scene()
    const { orden } = (await shop.buy(own, ids)).body
    await shop.act(orden, 'aprobar')
    await shop.settle()
    const token = await support()
    const read = await people.report(token, aFile(HEADING, `${person.correo},Ana,Paz,,${ids[0]},,${limaDay(30)}`))
    expect((await reasons(token, read.id))[2]).toMatch(/^Ya pagó este curso \(orden [0-9A-F]{8}\): no lleva último día/)
  })
})

it('mails of other academies are told as rarely as in Matricular', async () => {
  const token = await support()
  const others = await t.database.sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
    SELECT 1, 'Eva', 'Paz', gen_random_uuid() || '@prueba.pe', 'x' FROM generate_series(1, 101) RETURNING correo`
  const lines = [...others.map(({ correo }) => correo), aMail()].map((mail) => `${mail},Ana,Paz,,,,`)
  const read = await people.report(token, aFile(HEADING, ...lines))
  expect(read.informe).toMatchObject({ errores: 102, resultado: { crear: 0 } })
  expect(Object.values(await reasons(token, read.id))[0]).toMatch(/^Hay demasiados correos que no son de alumnos/)
})
