-- One row per request key: what has become of it, and its result.
-- status: 0 pending, 1 done, 2 failed.
CREATE TABLE idempotent_duplicate (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id varchar(64) NOT NULL UNIQUE,
    request_type varchar(32) NOT NULL,
    payload_hash varchar(64) DEFAULT NULL,
    status smallint NOT NULL,
    result varchar(255) DEFAULT NULL,
    owner varchar(64) DEFAULT NULL,
    lease_until timestamptz DEFAULT NULL,
    create_time timestamptz NOT NULL DEFAULT now(),
    update_time timestamptz NOT NULL DEFAULT now()
);
