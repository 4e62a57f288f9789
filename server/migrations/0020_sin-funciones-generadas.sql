-- Functions that releases before this one generated; nothing calls them any more.
DO $$
DECLARE generated regprocedure;
BEGIN
  FOR generated IN SELECT oid::regprocedure FROM pg_proc
    WHERE starts_with(proname, 'campus_') AND pronamespace = current_schema()::regnamespace
  LOOP EXECUTE format('DROP FUNCTION %s', generated); END LOOP;
END $$;
