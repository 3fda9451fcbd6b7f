-- Each row is checked once, while others go on writing.
ALTER TABLE "account_events" VALIDATE CONSTRAINT "account_events_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "alert_mail_counts" VALIDATE CONSTRAINT "alert_mail_counts_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "alert_messages" VALIDATE CONSTRAINT "alert_messages_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "alerts" VALIDATE CONSTRAINT "alerts_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "billing_customers" VALIDATE CONSTRAINT "billing_customers_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "billing_ledger" VALIDATE CONSTRAINT "billing_ledger_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "billing_notices" VALIDATE CONSTRAINT "billing_notices_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" VALIDATE CONSTRAINT "sandbox_checkouts_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_invoices" VALIDATE CONSTRAINT "sandbox_invoices_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" VALIDATE CONSTRAINT "sandbox_subscriptions_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "change_walks" VALIDATE CONSTRAINT "change_walks_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "api_key_usage" VALIDATE CONSTRAINT "api_key_usage_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "api_keys" VALIDATE CONSTRAINT "api_keys_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_known_places" VALIDATE CONSTRAINT "linkedin_known_places_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_companies" VALIDATE CONSTRAINT "linkedin_companies_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_profile_changes" VALIDATE CONSTRAINT "linkedin_profile_changes_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_profile_tags" VALIDATE CONSTRAINT "linkedin_profile_tags_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_profiles" VALIDATE CONSTRAINT "linkedin_profiles_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_raw_answers" VALIDATE CONSTRAINT "linkedin_raw_answers_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_recollections" VALIDATE CONSTRAINT "linkedin_recollections_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "my_row_versions" VALIDATE CONSTRAINT "my_row_versions_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "row_lists" VALIDATE CONSTRAINT "row_lists_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "row_notes" VALIDATE CONSTRAINT "row_notes_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "row_tags" VALIDATE CONSTRAINT "row_tags_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "scheduled_export_files" VALIDATE CONSTRAINT "scheduled_export_files_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "scheduled_exports" VALIDATE CONSTRAINT "scheduled_exports_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "exported_rows" VALIDATE CONSTRAINT "exported_rows_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "table_exports" VALIDATE CONSTRAINT "table_exports_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "table_views" VALIDATE CONSTRAINT "table_views_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "tracked_sources" VALIDATE CONSTRAINT "tracked_sources_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "analysis_tasks" VALIDATE CONSTRAINT "analysis_tasks_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "trend_settings" VALIDATE CONSTRAINT "trend_settings_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "trend_videos" VALIDATE CONSTRAINT "trend_videos_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "trends" VALIDATE CONSTRAINT "trends_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "usage_months" VALIDATE CONSTRAINT "usage_months_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "webhook_deliveries_account_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "webhooks" VALIDATE CONSTRAINT "webhooks_account_id_workspaces_id_fk";
