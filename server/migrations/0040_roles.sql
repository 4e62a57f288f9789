CREATE TABLE "roles_personal" (
	"id_usuario" integer NOT NULL,
	"rol" text NOT NULL,
	"dado_por" integer,
	"dado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roles_personal_id_usuario_rol_pk" PRIMARY KEY("id_usuario","rol"),
	CONSTRAINT "roles_personal_rol" CHECK ("roles_personal"."rol" IN ('plataforma', 'marca', 'docente', 'soporte', 'caja'))
);
--> statement-breakpoint
ALTER TABLE "usuarios" DROP CONSTRAINT "usuarios_rol";--> statement-breakpoint
ALTER TABLE "accesos" ADD COLUMN "id_cliente_activo" integer;--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "busqueda" text GENERATED ALWAYS AS (sin_acentos("usuarios"."nombres" || ' ' || "usuarios"."apellidos" || ' ' || "usuarios"."correo")) STORED;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "roles_personal" ADD CONSTRAINT "roles_personal_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles_personal" ADD CONSTRAINT "roles_personal_dado_por_usuarios_id_fk" FOREIGN KEY ("dado_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "roles_personal_por_rol" ON "roles_personal" USING btree ("rol","id_usuario");--> statement-breakpoint
ALTER TABLE "accesos" ADD CONSTRAINT "accesos_id_cliente_activo_clientes_id_fk" FOREIGN KEY ("id_cliente_activo") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usuarios_busqueda" ON "usuarios" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "auditoria_de_objeto" ON "auditoria" USING btree ("objeto","id");--> statement-breakpoint
ALTER TABLE "usuarios" ADD CONSTRAINT "usuarios_rol" CHECK ("usuarios"."tipo_cliente" IN ('Alumno', 'Docente', 'Administrador', 'Personal'));--> statement-breakpoint
INSERT INTO "roles_personal" ("id_usuario", "rol") SELECT "id", CASE "tipo_cliente" WHEN 'Administrador' THEN 'marca' ELSE 'docente' END
  FROM "usuarios" WHERE "tipo_cliente" IN ('Administrador', 'Docente');
