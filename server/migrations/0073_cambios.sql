CREATE TABLE "cambios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cambios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"cosa" text NOT NULL,
	"cuenta" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "cambios_por_cosa" ON "cambios" USING btree ("cosa");--> statement-breakpoint
CREATE INDEX "cursos_promocion_hasta" ON "cursos" USING btree ("promocion_hasta");