-- The table's version that was the newest at a moment; beyond all versions where none is known. The planner runs a stable
-- function to estimate how many rows are newer. Of a subquery it knows nothing, and reads the whole table.
CREATE FUNCTION table_version_at(of_table text, moment timestamptz) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT coalesce(
		(SELECT version FROM table_commits WHERE table_name = of_table AND at <= moment ORDER BY version DESC LIMIT 1),
		9223372036854775807
	);
$$;
