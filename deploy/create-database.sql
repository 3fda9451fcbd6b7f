-- Run once by the image of PostgreSQL, when compose.yaml makes its database: the role of the servers, and the database that
-- belongs to it. The role is no superuser, so a server cannot read files of the database's machine or run programs there.
\getenv password LEADLOOM_PASSWORD
create role leadloom login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database leadloom owner leadloom;
revoke connect, temporary on database leadloom from public;
