ALTER TABLE "companies" ADD COLUMN "employee_range" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "employee_range_from" bigint;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "employee_range_to" bigint;--> statement-breakpoint
SELECT track_table('companies');
