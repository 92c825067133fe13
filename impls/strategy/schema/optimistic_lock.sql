-- The service's own record: a user's account, whose version every change raises by one.
CREATE TABLE account (
    user_id varchar(64) PRIMARY KEY,
    version bigint NOT NULL DEFAULT 0,
    spent bigint NOT NULL DEFAULT 0
);
-- Hardened only: one row per request key that has changed an account.
CREATE TABLE account_request (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id varchar(64) NOT NULL UNIQUE,
    request_type varchar(32) NOT NULL,
    payload_hash varchar(64) NOT NULL,
    status smallint NOT NULL,
    result varchar(255) DEFAULT NULL,
    owner varchar(64) DEFAULT NULL,
    lease_until timestamptz DEFAULT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
