-- The service's own record: an order that was accepted.
CREATE TABLE purchase (
    request_key varchar(64) PRIMARY KEY,
    order_id varchar(64) NOT NULL,
    amount bigint NOT NULL,
    user_id varchar(64) NOT NULL
);
-- What is to be told to others, written in the order's transaction. sent: 0 not yet, 1 published.
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_key varchar(64) NOT NULL,
    order_id varchar(64) NOT NULL,
    amount bigint NOT NULL,
    user_id varchar(64) NOT NULL,
    sent integer NOT NULL DEFAULT 0,
    owner varchar(64) DEFAULT NULL,
    lease_until timestamptz DEFAULT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
-- How far a relay that goes by a high-water mark has come: one row.
CREATE TABLE relay_mark (
    name varchar(32) PRIMARY KEY,
    position bigint NOT NULL
);
