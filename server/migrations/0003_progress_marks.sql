-- What was done before progress was stored has a row once it is read; until then a mark tells that there is something.
INSERT INTO avances_cambios (id_usuario, id_curso) SELECT m.id_usuario, m.id_curso FROM matriculas m
WHERE NOT EXISTS (SELECT FROM avances a WHERE a.id_usuario = m.id_usuario AND a.id_curso = m.id_curso)
  AND NOT EXISTS (SELECT FROM avances_cambios x WHERE x.id_usuario = m.id_usuario AND x.id_curso = m.id_curso);
