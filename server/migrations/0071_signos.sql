-- One form of each apostrophe, quotation mark and hyphen. The same as `plainSigns` of the contract.
CREATE FUNCTION signos(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN texto ~ '[`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\uff07\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\uff02\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u2212\ufe58\ufe63\uff0d]' THEN translate(texto,
      U&'`\00b4\02b9\02bb\02bc\02bd\02c8\02ca\02cb\2018\2019\201a\201b\2032\2035\2039\203a\ff07\00ab\00bb\201c\201d\201e\201f\2033\2036\ff02\2010\2011\2012\2013\2014\2015\2043\207b\2212\fe58\fe63\ff0d',
      '''''''''''''''''''''''''''''''''''''"""""""""------------')
    ELSE texto END;--> statement-breakpoint
-- For comparing words, as before, with one form of each sign.
CREATE OR REPLACE FUNCTION sin_acentos(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN texto ~ '[åÅýÝÿ\u0100-\u024f\u0400-\u04ff\u1e00-\u1eff]' THEN translate(regexp_replace(lower(signos(texto)), '[\u0300-\u036f]', '', 'g'),
      'àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳйѐёѓїќѝўѷӂӑӓӗӛӝӟӣӥӧӫӭӯӱӳӵӹḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗẘẙẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹǣǽǯǿ',
      'aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooyиеегікиуѵжааеәжзииоөэууучыabbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwyſaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyyææʒø')
    ELSE translate(regexp_replace(lower(signos(texto)), '[\u0300-\u036f]', '', 'g'), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc') END;--> statement-breakpoint
-- For sorting by name in every database alike, under COLLATE "C": Ñ is a letter of its own after N. Not a collation of ICU, whose
-- order changes with its version under the indexes, and which not every PostgreSQL has.
CREATE FUNCTION alfabetico(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN sin_acentos(regexp_replace(texto, '[ñÑ]|[nN]\u0303', 'n~', 'g'));--> statement-breakpoint
-- Only the rows that are folded otherwise now are computed again.
UPDATE "usuarios" SET "nombres" = "nombres" WHERE "busqueda" <> sin_acentos("nombres" || ' ' || "apellidos" || ' ' || "correo");--> statement-breakpoint
UPDATE "cursos" SET "nombre" = "nombre" WHERE "busqueda" <> sin_acentos("nombre" || ' ' || regexp_replace(left("descripcion", 2000), '<[^>]*>', ' ', 'g'));--> statement-breakpoint
UPDATE "foros" SET "titulo" = "titulo" WHERE "titulo" || "descripcion" || "texto" ~ '[\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb]';--> statement-breakpoint
UPDATE "posts_foro" SET "texto" = "texto" WHERE "texto" ~ '[\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb]';--> statement-breakpoint
UPDATE "lecciones" SET "contenido" = "contenido" WHERE "contenido" ~ '[\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb]';
