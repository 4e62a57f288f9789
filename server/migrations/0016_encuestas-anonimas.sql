-- What was gathered is published in whole groups of five people, in random order; the others wait.
CREATE TEMP TABLE encuestas_antes ON COMMIT DROP AS
  SELECT v.*, (v.persona - 1) / 5 AS grupo, v.personas / 5 AS grupos FROM (
    SELECT r.*, n.persona, count(*) FILTER (WHERE n.primera) OVER (PARTITION BY r.id_evaluacion) AS personas
    FROM respuestas_encuesta r JOIN (
      SELECT id_evaluacion, envio, id_pregunta, dense_rank() OVER (PARTITION BY id_evaluacion ORDER BY md5(envio::text)) AS persona,
        row_number() OVER (PARTITION BY id_evaluacion, envio ORDER BY id_pregunta) = 1 AS primera FROM respuestas_encuesta
    ) n USING (id_evaluacion, envio, id_pregunta)) v;--> statement-breakpoint
TRUNCATE respuestas_encuesta;--> statement-breakpoint
CREATE TABLE "respuestas_retenidas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"id_evaluacion" integer NOT NULL,
	"respuestas" jsonb NOT NULL,
	"mezclada" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" DROP CONSTRAINT "respuestas_encuesta_id_evaluacion_envio_id_pregunta_pk";--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD COLUMN "id" uuid PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD COLUMN "tanda" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "respuestas_retenidas" ADD CONSTRAINT "respuestas_retenidas_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retenidas_de_encuesta" ON "respuestas_retenidas" USING btree ("id_evaluacion");--> statement-breakpoint
CREATE INDEX "respuestas_de_encuesta" ON "respuestas_encuesta" USING btree ("id_evaluacion","id_pregunta","id");--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" DROP COLUMN "envio";--> statement-breakpoint
INSERT INTO respuestas_encuesta (id, id_evaluacion, tanda, id_pregunta, id_opcion, respuesta)
  SELECT gen_random_uuid(), a.id_evaluacion, t.tanda, a.id_pregunta, a.id_opcion, a.respuesta
  FROM encuestas_antes a JOIN (SELECT id_evaluacion, grupo, gen_random_uuid() AS tanda FROM encuestas_antes GROUP BY 1, 2) t USING (id_evaluacion, grupo)
  WHERE a.grupo < a.grupos ORDER BY random();--> statement-breakpoint
INSERT INTO respuestas_retenidas (id_evaluacion, respuestas)
  SELECT id_evaluacion, jsonb_agg(jsonb_build_object('id_pregunta', id_pregunta, 'id_opcion', id_opcion, 'respuesta', respuesta))
  FROM encuestas_antes WHERE grupo >= grupos GROUP BY id_evaluacion, envio ORDER BY random();
