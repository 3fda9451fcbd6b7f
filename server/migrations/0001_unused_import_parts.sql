-- Imports keep no parts any more. Servers of the version before may still run and insert some: nothing is stored.
CREATE RULE "import_parts_unused" AS ON INSERT TO "import_parts" DO INSTEAD NOTHING;--> statement-breakpoint
TRUNCATE "import_parts";
