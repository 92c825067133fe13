-- The dedup table with a point in time from which a pending request may be taken over.
-- status: 0 pending, 1 done, 2 failed.
CREATE TABLE idempotent_duplicate (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id varchar(64) NOT NULL UNIQUE,
    request_type varchar(32) NOT NULL,
    payload_hash varchar(64) DEFAULT NULL,
    status smallint NOT NULL,
    result varchar(255) DEFAULT NULL,
    owner varchar(64) DEFAULT NULL,
    timeout_time timestamptz DEFAULT NULL,
    create_time timestamptz NOT NULL DEFAULT now(),
    update_time timestamptz NOT NULL DEFAULT now()
);
