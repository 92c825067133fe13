-- A consumer's inbox: one row per business id whose message has been handled.
-- status: 0 pending, 1 done.
CREATE TABLE inbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    business_id varchar(64) NOT NULL UNIQUE,
    kind varchar(32) NOT NULL,
    payload_hash varchar(64) NOT NULL,
    status smallint NOT NULL,
    result varchar(255) DEFAULT NULL,
    owner varchar(64) DEFAULT NULL,
    lease_until timestamptz DEFAULT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
