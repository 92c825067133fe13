-- One row per source and request id: whoever inserts it works.
-- status: 0 in progress, 1 succeeded, 2 failed.
CREATE TABLE idempotent_request (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source varchar(32) NOT NULL,
    req_id varchar(64) NOT NULL,
    payload_hash varchar(64) DEFAULT NULL,
    status smallint NOT NULL DEFAULT 0,
    resp_body text DEFAULT NULL,
    owner varchar(64) DEFAULT NULL,
    lease_until timestamptz DEFAULT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (source, req_id)
);
