-- The service's role and database, executed once, on the leader, by a superuser:
--   psql -v password=CHANGE-ME-4 -f roles.sql
-- `create database` cannot run in a transaction, so what fails half-way is to be dropped and repeated.
create role gateway login password :'password';
create database gateway owner gateway encoding 'UTF8' locale 'C.UTF-8' template template0;

-- What the service sends when it connects, if nothing stands in between. A pooler passes none of it on, so it is
-- set here; the service compares it when it starts, and refuses to start when it differs. In milliseconds: no
-- statement of the service waits for a network, and a transaction of a process that fell silent releases its rows
-- before others give up waiting for them.
alter role gateway set statement_timeout = 5000;
alter role gateway set lock_timeout = 4000;
alter role gateway set idle_in_transaction_session_timeout = 3000;
alter role gateway set timezone = 'UTC';
alter role gateway set datestyle = 'ISO';
-- Statements are planned once for each connection, and end before parallel workers or compiled code are ready.
alter role gateway set plan_cache_mode = 'force_generic_plan';
alter role gateway set enable_seqscan = off;
alter role gateway set max_parallel_workers_per_gather = 0;
alter role gateway set jit = off;
-- A connection whose other end is gone is noticed within 40 s.
alter role gateway set tcp_keepalives_idle = 10;
alter role gateway set tcp_keepalives_interval = 10;
alter role gateway set tcp_keepalives_count = 3;
