-- Every letter that certificates print, Cyrillic and Vietnamese too: a query drops their accents, so these names must be without.
CREATE OR REPLACE FUNCTION sin_acentos(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN texto ~ '[åÅýÝÿ\u0100-\u024f\u02bb\u02bc\u0400-\u04ff\u1e00-\u1eff]' THEN translate(regexp_replace(lower(texto), '[\u0300-\u036f\u02bb\u02bc]', '', 'g'),
      'àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳйѐёѓїќѝўѷӂӑӓӗӛӝӟӣӥӧӫӭӯӱӳӵӹḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗẘẙẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹǣǽǯǿ',
      'aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooyиеегікиуѵжааеәжзииоөэууучыabbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwyſaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyyææʒø')
    ELSE translate(regexp_replace(lower(texto), '[\u0300-\u036f]', '', 'g'), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc') END;--> statement-breakpoint
-- Only the rows that have such letters are computed again.
UPDATE "usuarios" SET "nombres" = "nombres" WHERE "nombres" || "apellidos" ~ '[\u01e2\u01e3\u01ee\u01ef\u01fc-\u01ff\u02bb\u02bc\u0400-\u04ff\u1e00-\u1eff]';--> statement-breakpoint
UPDATE "cursos" SET "nombre" = "nombre" WHERE "nombre" || "descripcion" ~ '[\u01e2\u01e3\u01ee\u01ef\u01fc-\u01ff\u02bb\u02bc\u0400-\u04ff\u1e00-\u1eff]';--> statement-breakpoint
UPDATE "foros" SET "titulo" = "titulo" WHERE "titulo" || "descripcion" || "texto" ~ '[\u01e2\u01e3\u01ee\u01ef\u01fc-\u01ff\u02bb\u02bc\u0400-\u04ff\u1e00-\u1eff]';--> statement-breakpoint
UPDATE "posts_foro" SET "texto" = "texto" WHERE "texto" ~ '[\u01e2\u01e3\u01ee\u01ef\u01fc-\u01ff\u02bb\u02bc\u0400-\u04ff\u1e00-\u1eff]';--> statement-breakpoint
UPDATE "lecciones" SET "contenido" = "contenido" WHERE "contenido" ~ '[\u01e2\u01e3\u01ee\u01ef\u01fc-\u01ff\u02bb\u02bc\u0400-\u04ff\u1e00-\u1eff]';
