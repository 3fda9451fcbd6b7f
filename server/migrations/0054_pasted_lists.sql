ALTER TABLE "row_lists" ADD COLUMN "pasted_lines" integer;
